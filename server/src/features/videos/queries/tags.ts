import { sql, type RawBuilder } from 'kysely';
import type { Tag } from '@kinora/contract/videos/tags';
import { isUuid } from '../../../base/ids.ts';

/** The tags of a video `v`, by name in Thai order. */
export const tagsOfVideo = sql<Tag[]>`coalesce((
  select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name collate "th-x-icu")
  from video_tags vt join tags t on t.id = vt.tag_id where vt.video_key = v.key), '[]')`;

/** The names of the tags of a video `v`. */
export const tagNamesOfVideo = sql<string[]>`array(select t.name
  from video_tags vt join tags t on t.id = vt.tag_id where vt.video_key = v.key order by t.name)`;

/** A video `v` carries at least one of these tags. */
export const carriesOneOf = (tagIds: readonly string[]): RawBuilder<unknown> =>
  sql`exists (select 1 from video_tags vt
    where vt.video_key = v.key and vt.tag_id = any(${tagIds.filter(isUuid)}::uuid[]))`;
