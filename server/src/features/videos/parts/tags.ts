import type { Tag } from '@kinora/contract/videos/tags';
import { definePart } from '../../video-parts/parts.ts';
import { setTags } from '../actions/tags.ts';
import { carriesOneOf, tagNamesOfVideo, tagsOfVideo } from '../queries/tags.ts';

export const tagsPart = definePart({
  name: 'tags',
  at: 'video',
  column: tagsOfVideo,
  present: (tags: Tag[]) => ({ tags }),
  stored: tagNamesOfVideo,
  isUnseen: true,
  save: (tx, team, byVideo: ReadonlyMap<string, readonly string[]>) => setTags(tx, team, byVideo),
  narrow: ({ tagIds = [] }: { tagIds?: string[] | undefined }) =>
    tagIds.length === 0 ? [] : [carriesOneOf(tagIds)],
});
