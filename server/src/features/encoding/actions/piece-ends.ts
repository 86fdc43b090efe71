import { sql } from 'kysely';
import { type Bandwidth, getStreamPrefix, type KeyFrames } from '@kinora/contract/stream';
import type { Context } from '../../../base/context.ts';
import { databaseNow, type Tx } from '../../../base/db.ts';
import { moveRevision } from '../../revisions/actions.ts';
import { isPlayable } from '../../revisions/rules.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { replan } from './replan.ts';
import { endProgressive, firstCompletedAt, queueProgressive } from './progressive.ts';
import { refuseCopy } from './refuse-copy.ts';
import { lockStream, type PlannedStream } from './segments.ts';
import { isOwnPiece } from '../../pieces/actions/own.ts';
import {
  type PieceFailure,
  recordEnd,
  recordFailure,
  removeExtra,
  removeExtras,
} from '../../pieces/actions/end.ts';
import { blockWaiting } from '../../pieces/actions/block.ts';

export type Finished = {
  /** No work is left for this revision, so data kept for it can be removed. */
  isWhole: boolean;
  /** Renditions that are whole now and were not before. */
  readyIds: string[];
};

export type StoredSegment = {
  sizeBytes: number;
  ticks: number;
  keyFrames: KeyFrames['segments'][number];
};

/** Measures the bit rates and key frames of a rendition whose segments are all stored. */
export type Measure = (
  segments: readonly StoredSegment[],
  timescale: number,
) => { bandwidth: Bandwidth; keyFrames: KeyFrames | null; iFrames: Bandwidth | null };

/** Objects to be stored, by their keys. */
type Texts = ReadonlyMap<string, string>;

/**
 * Completes a piece. Files about a rendition that it makes whole are stored before that is recorded,
 * and while nothing is locked, since other pieces of the stream wait to be recorded.
 *
 * @param onEnd in the transaction that ends it
 * @returns null when the piece is no longer this run's
 */
export async function finishPiece(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  measure: Measure,
  piece: ClaimedPiece,
  onEnd: (tx: Tx, finished: Finished) => Promise<void>,
): Promise<Finished | null> {
  const stored = new Map<string, string>();
  for (;;) {
    const end = await db.transaction().execute(async (tx) => {
      const finished = await completePiece(tx, measure, piece, stored);
      if (finished && 'isWhole' in finished) await onEnd(tx, finished);
      return finished;
    });
    if (!end || 'isWhole' in end) return end;
    for (const [key, text] of end.needed) {
      if (stored.get(key) !== text) await storage.put(key, Buffer.from(text));
      stored.set(key, text);
    }
  }
}

/**
 * Completes a piece. Renditions that it makes whole become ready: measured figures replace planned ones, and
 * the stream is published again.
 *
 * @returns null when the piece is no longer this run's; `needed` when some of it is not `stored`, and
 *   nothing was changed
 */
async function completePiece(
  tx: Tx,
  measure: Measure,
  piece: ClaimedPiece,
  stored: Texts,
): Promise<Finished | { needed: Texts } | null> {
  const found = await lockStream(tx, piece.revisionKey);
  if (!found || !(await isOwnPiece(tx, piece))) return null;
  // A piece that ends after the work was given up counts only once the work is taken up again.
  const isOfWork = ['copy', 'video', 'audio'].includes(piece.kind) && found.state !== 'failed';
  const finished = isOfWork ? await listFinishedIds(tx, piece) : [];
  const readyIds = finished.filter((id) => !isReady(found.renditions, id));
  const measured: Measured[] = [];
  for (const id of readyIds) measured.push(await measureStored(tx, measure, found, id));
  const needed = toKeyFrameFiles(found, measured);
  if ([...needed].some(([key, text]) => stored.get(key) !== text)) return { needed };
  await recordEnd(tx, piece);
  if (piece.kind === 'progressive') await endProgressive(tx, piece.revisionKey);
  if (readyIds.length === 0) return { isWhole: false, readyIds };
  let { renditions } = found;
  for (const one of measured) renditions = await completeRendition(tx, found, renditions, one);
  const all = [...renditions.video, ...renditions.audio];
  const isWhole = all.every(({ id, ready }) => ready || found.onDemandIds.includes(id));
  const ready = all.filter((rendition) => rendition.ready).length;
  const isOpen = ready < all.length;
  const published = { ...renditions, open: isOpen && (renditions.open || isPlayable(renditions)) };
  // A viewer should not wait first for a rendition that is made on demand.
  const lead = isOpen ? renditions.firstRenditionId : null;
  const firstRenditionId = found.defaultRenditionId ?? lead;
  const whenPartial = isPlayable(published) ? 'partiallyCompleted' : 'processing';
  const hasFiles = !isOpen && (await queueProgressive(tx, found));
  const isCompleted = isWhole && !hasFiles;
  await moveRevision(
    tx,
    piece.revisionKey,
    isCompleted ? 'completed' : whenPartial,
    {
      renditions: isWhole ? { ...published, firstRenditionId } : published,
      total_completed_outputs: ready,
      ...(hasFiles ? { progress_percent: 99 } : {}),
      ...(isCompleted ? { progress_percent: 100, completed_at: firstCompletedAt } : {}),
    },
    { from: ['processing', 'partiallyCompleted', 'completed'] },
  );
  return { isWhole: !isOpen, readyIds };
}

function isReady({ video, audio }: Renditions, id: string): boolean {
  return [...video, ...audio].some((one) => one.id === id && one.ready);
}

/** Lists renditions whose pieces are all done once this one is, including those made on request. */
async function listFinishedIds(tx: Tx, { id, revisionKey }: ClaimedPiece): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select made.id from pieces p cross join unnest(p.rendition_ids) as made (id)
    where p.revision_key = ${revisionKey} and not p.is_extra
      and p.kind in ('copy', 'video', 'audio')
    group by made.id having bool_and(p.state = 'completed' or p.id = ${id})
  `.execute(tx);
  return rows.map(({ id }) => id);
}

type Measured = {
  id: string;
  bandwidth: Bandwidth;
  iFrames: Bandwidth | null;
  keyFrames: KeyFrames | null;
  sizeBytes: number;
};

/** Measures a rendition whose segments are all stored. */
async function measureStored(
  tx: Tx,
  measure: Measure,
  { revisionKey, renditions }: PlannedStream,
  id: string,
): Promise<Measured> {
  const { rows } = await sql<StoredSegment>`
    select size_bytes as "sizeBytes", ticks, key_frames as "keyFrames" from stored_segments
    where revision_key = ${revisionKey} and rendition_id = ${id} order by number
  `.execute(tx);
  const timeline = renditions.video.some((one) => one.id === id)
    ? renditions.videoSegments
    : renditions.audio.find((one) => one.id === id)?.segments;
  const expected = timeline?.runs.reduce((sum, { count }) => sum + count, 0) ?? 0;
  // Invariant: nothing is ready with a segment missing.
  if (rows.length !== expected || !timeline) {
    throw new Error(`${id} has ${rows.length} of ${expected} segments`);
  }
  const { bandwidth, keyFrames, iFrames } = measure(rows, timeline.timescale);
  return {
    id,
    bandwidth,
    iFrames,
    keyFrames,
    sizeBytes: rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

function toKeyFrameFiles(stream: PlannedStream, measured: Measured[]): Texts {
  const prefix = getStreamPrefix(stream);
  return new Map(
    measured.flatMap(({ id, keyFrames }) =>
      keyFrames ? [[`${prefix}${id}/key-frames.json`, JSON.stringify(keyFrames)]] : [],
    ),
  );
}

async function completeRendition(
  tx: Tx,
  { revisionKey }: PlannedStream,
  renditions: Renditions,
  { id, bandwidth, iFrames, sizeBytes }: Measured,
): Promise<Renditions> {
  const codec = await findStoredCodec(tx, revisionKey, id);
  await tx
    .updateTable('outputs')
    .set({
      completed_at: databaseNow,
      average_bps: bandwidth.averageBps,
      peak_bps: bandwidth.peakBps,
      size_bytes: sizeBytes,
      ...(codec ? { codec } : {}),
    })
    .where('revision_key', '=', revisionKey)
    .where('rendition_id', '=', id)
    .execute();
  const measured = <R extends { id: string; bandwidth: Bandwidth }>(one: R): R =>
    one.id === id
      ? {
          ...one,
          ready: true,
          bandwidth: { ...one.bandwidth, ...bandwidth },
          ...(codec ? { codec } : {}),
        }
      : one;
  return {
    ...renditions,
    video: renditions.video.map((one) => (one.id === id ? { ...measured(one), iFrames } : one)),
    audio: renditions.audio.map(measured),
  };
}

async function findStoredCodec(tx: Tx, revisionKey: string, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('stored_inits')
    .select('codec')
    .where('revision_key', '=', revisionKey)
    .where('rendition_id', '=', id)
    .executeTakeFirst();
  return row?.codec ?? null;
}

/** Removes rows that only the work needed, once nothing is left to be made. */
export async function forgetSegments(tx: Tx, revisionKey: string): Promise<void> {
  await tx.deleteFrom('stored_segments').where('revision_key', '=', revisionKey).execute();
  await removeExtras(tx, revisionKey);
  await tx.deleteFrom('stored_inits').where('revision_key', '=', revisionKey).execute();
}

export type PieceProblem = PieceFailure & {
  /** The source's own bytes are not what a copy needs: encoded, it may well be played. */
  refusesCopy?: boolean;
  /** Another encoder made the pieces before it. */
  isOtherEncoder?: boolean;
};

/**
 * Records that a piece failed. It is tried again up to a limit; then the whole work is given up: what is
 * complete stays playable, and the rest is no longer promised. What can't be copied is planned again, to be
 * encoded.
 *
 * @returns whether that was the end of the work
 */
export async function failPiece(
  tx: Tx,
  piece: ClaimedPiece,
  problem: PieceProblem,
): Promise<boolean> {
  const found = await lockStream(tx, piece.revisionKey);
  // A shortcut for a viewer is not what the whole waits for: the piece that covers it is.
  if (await removeExtra(tx, piece)) return false;
  if (problem.isOtherEncoder && found && (await replanMixed(tx, piece, found.state))) return false;
  const isEnd = await recordFailure(tx, piece, problem);
  if (isEnd && piece.kind === 'progressive') await endProgressive(tx, piece.revisionKey);
  if (!isEnd || !found || !['copy', 'video', 'audio'].includes(piece.kind)) return isEnd;
  const isRefused = problem.refusesCopy === true && piece.kind === 'copy';
  if (isRefused && (await refuseCopy(tx, piece, found))) return false;
  await giveUpPieces(tx, found, problem);
  return true;
}

/**
 * Older builds did not record which encoder makes a plan. When two encoders have worked on one, it is planned
 * again; the new plan names its encoder, so this happens only once.
 */
async function replanMixed(tx: Tx, piece: ClaimedPiece, state: string): Promise<boolean> {
  const { rows } = await sql`
    select from pieces where id = ${piece.id} and attempt = ${piece.attempt} and state = 'running'
      and encoder = ''
  `.execute(tx);
  if (rows.length === 0 || !['processing', 'partiallyCompleted'].includes(state)) return false;
  await replan(tx, piece.revisionKey);
  return true;
}

/** Gives up the rest of a stream: what is whole by then stays playable. */
export async function giveUpPieces(
  tx: Tx,
  { revisionKey, renditions }: PlannedStream,
  { reason, detail }: PieceProblem,
): Promise<void> {
  await blockWaiting(tx, revisionKey);
  const closed = { ...renditions, open: false };
  await moveRevision(
    tx,
    revisionKey,
    isPlayable(closed) ? 'partiallyCompleted' : 'failed',
    { renditions: closed, failure_reason: reason, failure_detail: detail },
    { from: ['processing', 'partiallyCompleted'] },
  );
}
