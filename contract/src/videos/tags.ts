import { z } from 'zod';
import { MAX_TAGS, TAG_LETTERS } from '../bounds.ts';
import { commaList, Id, text } from '../fields.ts';
import { nameSchema } from '../name-schema.ts';

export const Tag = nameSchema('Tag', z.object({ id: Id, name: z.string() }));
export type Tag = z.infer<typeof Tag>;

export const TagName = text(TAG_LETTERS);

/** Tags add these to a video, to the calls that create and change one, and to the filter of lists. */
export const videoTags = {
  answer: { tags: z.array(Tag) },
  create: { tags: commaList(TagName, MAX_TAGS).nullish() },
  update: {
    /** Names; a list of `{name}` is taken too, as a video is answered. */
    tags: commaList(
      z
        .union([z.string(), z.object({ name: z.string() }).transform((tag) => tag.name)])
        .pipe(TagName),
      MAX_TAGS,
    ).optional(),
  },
  filter: {
    tagIds: commaList(Id, 100)
      .optional()
      .describe('Ids of tags, of which a video has at least one, between commas'),
  },
};
