import { sql } from 'kysely';
import type { Db, Tx } from '../../base/db.ts';
import { parseStored } from '../../base/stored-json.ts';
import { StreamParts } from './rules/parts.ts';

// Expressions for statements that name a revision `r`: nobody else reads into its documents.

/** Widths of its cover, ascending. */
export const coverWidths = sql<number[] | null>`(r.pictures -> 'coverWidths')`;

/** Heights of its files for download. */
export const fileHeights = sql<
  number[] | null
>`jsonb_path_query_array(r.files, '$.progressive[*].height')`;

/** How many segments its video has; null without any. */
export const videoSegmentCount = sql<number | null>`(select sum((run ->> 'count')::int)::int
  from jsonb_array_elements(r.renditions -> 'videoSegments' -> 'runs') run)`;

/** All parts of its stream, for `readParts`. */
export const storedParts = sql`case when r.renditions is not null then json_build_object(
  'videoKey', r.video_key, 'revisionKey', r.key, 'folder', r.folder, 'durationMs', r.duration_ms,
  'deliveryModel', r.delivery_model, 'keyUri', r.key_uri, 'renditions', r.renditions,
  'pictures', r.pictures, 'files', r.files, 'protection', r.protection) end`.as('parts');

/**
 * @returns null when nothing is planned
 * @throws ZodError when a part isn't as it should be
 */
export function readParts(stored: unknown): StreamParts | null {
  return stored === null ? null : parseStored(StreamParts, stored);
}

/** The parts of a stream as they are now. @throws when nothing is planned */
export async function getParts(db: Db | Tx, revisionKey: string): Promise<StreamParts> {
  const row = await db
    .selectFrom('revisions as r')
    .select(storedParts)
    .where('r.key', '=', revisionKey)
    .executeTakeFirst();
  return parseStored(StreamParts, row?.parts);
}
