import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { changeRevision, type Columns, type Guard } from '../../revisions/actions.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import { listEarlier } from '../rules/earlier.ts';
import { lockStream } from './segments.ts';

/** The bytes of a rendition that were made of those before, and are found by another id. */
export type ReplacedRendition = {
  id: string;
  sizeBytes: number;
  peakBps: number;
  averageBps: number;
};

/**
 * Replaces the bytes of renditions, whose content stays the same.
 *
 * @param made.keyUri of a wholly encrypted stream whose key changes
 * @param made.watchedUntil in ms since 1970: until then viewers may be watching the old bytes, whose
 *   description is kept for them; null when no viewer has got them
 * @param replaced by the id that each had before
 * @param change what changes with them, and what must hold
 * @returns false, with nothing changed, where it does not hold or the stream is gone
 */
export async function replaceRenditions(
  tx: Tx,
  revisionKey: string,
  made: Pick<Renditions, 'video' | 'audio' | 'firstRenditionId'> & {
    keyUri?: string | undefined;
    watchedUntil: number | null;
  },
  replaced: ReadonlyMap<string, ReplacedRendition>,
  change: { columns: Columns; guard: Guard },
): Promise<boolean> {
  const found = await lockStream(tx, revisionKey);
  if (!found) return false;
  const { video, audio, firstRenditionId, keyUri, watchedUntil } = made;
  const earlier = listEarlier(found, watchedUntil, Date.now());
  const renditions = { ...found.renditions, video, audio, firstRenditionId, earlier };
  const columns = {
    ...change.columns,
    renditions,
    ...(keyUri === undefined ? {} : { key_uri: keyUri }),
  };
  if (!(await changeRevision(tx, revisionKey, columns, change.guard))) return false;
  const rows = [...replaced].map(([before, after]) => ({ before, ...after }));
  await sql`
    update outputs set rendition_id = n.id, size_bytes = n."sizeBytes", peak_bps = n."peakBps",
      average_bps = n."averageBps"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (before text, id text, "sizeBytes" bigint, "peakBps" bigint, "averageBps" bigint)
    where revision_key = ${revisionKey} and rendition_id = n.before
  `.execute(tx);
  return true;
}
