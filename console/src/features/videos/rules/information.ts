import { MAX_TAGS, TAG_LETTERS } from '@kinora/contract/bounds';
import { countGraphemes } from '@kinora/contract/field-rules';
import { normaliseText } from '@kinora/contract/normalise-text';
import type { Video } from '@kinora/contract/videos/video';
import { type Day, isDay } from './day.ts';

/** A person may change this of a video. */
export type Information = {
  title: string;
  description: string;
  /** Names. */
  tags: string[];
  published: Day | null;
};

/** The date is stored as midnight UTC; only its day counts (specification 3, section 3). */
export function findPublishedDay(video: Pick<Video, 'additionalVideoMetaData'>): Day | null {
  const { fields } = video.additionalVideoMetaData;
  const value = fields.find((field) => field.fieldName === 'publishedDate')?.value;
  const day = value?.slice(0, 10);
  return isDay(day) ? day : null;
}

export function toInformation(
  video: Pick<Video, 'title' | 'description' | 'tags' | 'additionalVideoMetaData'>,
): Information {
  return {
    title: video.title,
    description: video.description,
    tags: video.tags.map((tag) => tag.name),
    published: findPublishedDay(video),
  };
}

const tidy = (text: string) => normaliseText(text).trim();

/** Tags as they are kept: trimmed, none empty, none twice. */
export function tidyTags(names: readonly string[]): string[] {
  return [...new Set(names.map(tidy).filter((name) => name !== ''))];
}

const hasSameTags = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name));

export type InformationChange = {
  title?: string;
  description?: string;
  tags?: string[];
  additionalVideoMetaData?: { fields: { fieldName: 'publishedDate'; value: Day | null }[] };
};

/** Takes the fields that differ; undefined when none does. */
export function toChange(before: Information, after: Information): InformationChange | undefined {
  const change: InformationChange = {
    ...(tidy(after.title) !== before.title && { title: tidy(after.title) }),
    ...(tidy(after.description) !== before.description && {
      description: tidy(after.description),
    }),
    ...(!hasSameTags(tidyTags(after.tags), before.tags) && { tags: tidyTags(after.tags) }),
    ...(after.published !== before.published && {
      additionalVideoMetaData: {
        fields: [{ fieldName: 'publishedDate' as const, value: after.published }],
      },
    }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

export type TagProblem = 'tooManyTags' | 'tagTooLong';

export function checkTags(names: readonly string[]): TagProblem | undefined {
  if (names.length > MAX_TAGS) return 'tooManyTags';
  return names.some((name) => countGraphemes(name) > TAG_LETTERS.max) ? 'tagTooLong' : undefined;
}
