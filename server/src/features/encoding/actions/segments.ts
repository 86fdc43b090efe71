import { sql } from 'kysely';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import type { Db, Tx } from '../../../base/db.ts';
import { moveRevision } from '../../revisions/actions.ts';
import { readParts, storedParts } from '../../revisions/queries.ts';
import type { StreamParts } from '../../revisions/rules/stream-parts.ts';
import { isOwn } from '../../pieces/actions/own.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';

export type StoredSegment = {
  renditionId: string;
  number: number;
  sizeBytes: number;
  ticks: number;
  /** [offset, length, ticks] of each key frame */
  keyFrames: ReadonlyArray<readonly [number, number, number]>;
};

/**
 * Records a segment whose bytes are in storage, while the piece still belongs to this run. The first record
 * stays.
 *
 * @returns false, with nothing changed, when another run has recorded it or has taken over the piece
 */
export async function recordSegment(
  db: Db,
  piece: Pick<ClaimedPiece, 'id' | 'attempt' | 'revisionKey'>,
  segment: StoredSegment,
): Promise<boolean> {
  // The lock keeps the piece from ending, and its kept data from being removed, before this is recorded.
  const { numAffectedRows } = await sql`
    insert into stored_segments (revision_key, rendition_id, number, size_bytes, ticks, key_frames)
    select revision_key, ${segment.renditionId}, ${segment.number}::int, ${segment.sizeBytes}::bigint,
      ${segment.ticks}::bigint, ${JSON.stringify(segment.keyFrames)}::jsonb
    from pieces where ${isOwn(piece)} for share
    on conflict (revision_key, rendition_id, number) do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Records which bytes storage has kept of a segment that two runs stored at once. */
export async function recordKeptSegment(
  db: Db,
  revisionKey: string,
  { renditionId, number, sizeBytes, keyFrames }: StoredSegment,
): Promise<void> {
  await db
    .updateTable('stored_segments')
    .set({ size_bytes: sizeBytes, key_frames: JSON.stringify(keyFrames) })
    .where('revision_key', '=', revisionKey)
    .where('rendition_id', '=', renditionId)
    .where('number', '=', number)
    .execute();
}

/**
 * Says whether a run has to store a segment; 0 is the init segment, where `recordInit` decides by its bytes.
 * It is asked for each segment, since a piece for a viewer may have stored it after a longer piece began, and
 * a stopped worker may go on after another took over.
 */
export async function getSegmentStatus(
  db: Db,
  piece: ClaimedPiece,
  segment: { renditionId: string; number: number },
): Promise<'due' | 'stored' | 'lost'> {
  const { rows } = await sql<{ isOwn: boolean; isStored: boolean }>`
    select exists (select from pieces where ${isOwn(piece)}) as "isOwn",
      exists (select from stored_segments where revision_key = ${piece.revisionKey}
        and rendition_id = ${segment.renditionId} and number = ${segment.number}) as "isStored"
  `.execute(db);
  if (!rows[0]?.isOwn) return 'lost';
  return rows[0].isStored ? 'stored' : 'due';
}

/** A row that kept an insert out may be gone when it is looked for, but not again and again. */
const MAX_INIT_TRIES = 5;

/**
 * Records the init segment of a rendition, while the piece still belongs to this run. All pieces must make
 * the same one, or they could not be played together.
 *
 * @returns whether it is new, and has to be stored; `lost` when the piece is another run's
 */
export async function recordInit(
  db: Db,
  piece: Pick<ClaimedPiece, 'id' | 'attempt' | 'revisionKey'>,
  init: { renditionId: string; sha256: string; codec: string },
): Promise<'new' | 'same' | 'other' | 'lost'> {
  for (let tries = 0; tries < MAX_INIT_TRIES; tries += 1) {
    const { numAffectedRows } = await sql`
      insert into stored_inits (revision_key, rendition_id, sha256, codec)
      select revision_key, ${init.renditionId}, ${init.sha256}, ${init.codec}
      from pieces where ${isOwn(piece)} for share
      on conflict do nothing
    `.execute(db);
    if (numAffectedRows === 1n) return 'new';
    // A statement of its own: the insert may have waited for a row that its own snapshot can't show.
    const { rows } = await sql<{ isOwn: boolean; sha256: string | null }>`
      select exists (select from pieces where ${isOwn(piece)}) as "isOwn",
        (select sha256 from stored_inits
          where revision_key = ${piece.revisionKey} and rendition_id = ${init.renditionId})
    `.execute(db);
    const [found] = rows;
    if (!found?.isOwn) return 'lost';
    if (found.sha256 !== null) return found.sha256 === init.sha256 ? 'same' : 'other';
  }
  throw new Error(`whether the init of ${init.renditionId} is the first can't be seen`);
}

/** A stream with the facts that its revision adds. */
export type PlannedStream = StreamParts & {
  state: ProcessingState;
  teamId: string;
  onDemandIds: string[];
  defaultRenditionId: string | null;
};

/** Reads and locks the stream and its owner, so that pieces that end together are recorded one by one. */
export async function lockStream(tx: Tx, revisionKey: string): Promise<PlannedStream | null> {
  const row = await tx
    .selectFrom('revisions as r')
    .select(['r.state', 'r.team_id as teamId', 'r.on_demand_ids as onDemandIds'])
    .select(['r.default_rendition_id as defaultRenditionId', storedParts])
    .where('r.key', '=', revisionKey)
    .forUpdate()
    .executeTakeFirst();
  const parts = readParts(row?.parts ?? null);
  return row && parts ? { ...row, ...parts } : null;
}

/**
 * Opens the stream to viewers once the first segment of its first video and of all audio is stored: from then
 * on it is playable, and players wait for missing segments.
 */
export async function openStream(tx: Tx, revisionKey: string): Promise<void> {
  const found = await lockStream(tx, revisionKey);
  if (!found || found.renditions.open || found.state !== 'processing') return;
  const { renditions } = found;
  const needed = [
    ...(renditions.firstRenditionId ? [renditions.firstRenditionId] : []),
    ...renditions.audio.map(({ id }) => id),
  ];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stored_segments
    where revision_key = ${revisionKey} and number = 1 and rendition_id = any(${needed})
  `.execute(tx);
  if (needed.length === 0 || rows[0]?.count !== needed.length) return;
  const opened = { renditions: { ...renditions, open: true } };
  await moveRevision(tx, revisionKey, 'partiallyCompleted', opened);
}
