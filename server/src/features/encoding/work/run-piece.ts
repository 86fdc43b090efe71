import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { getStreamPrefix } from '@kinora/contract/stream';
import { encryptSegment } from '@kinora/media/protect/aes-128';
import { readCodecString } from '@kinora/media/mp4/codec-string';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { encodePiece, type PieceSink } from '@kinora/media/encode/encode-piece';
import type { Context } from '../../../base/context.ts';
import type { PieceRun } from '../../pieces/rules/maker.ts';
import { findOverlay } from '../../overlay-presets/queries.ts';
import { getParts } from '../../revisions/queries.ts';
import { sourceKey } from '../../uploads/rules.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { finishPiece, forgetSegments } from '../actions/piece-ends.ts';
import { blockPieces } from '../../pieces/actions/block.ts';
import { removeIfForgotten } from '../actions/forget-plan.ts';
import { removeUnusedRemuxed } from '../actions/unused-remuxed.ts';
import { recordProgressive } from '../actions/progressive.ts';
import { recordImages } from '../actions/images.ts';
import {
  recordInit,
  recordKeptSegment,
  recordSegment,
  openStream,
  getSegmentStatus,
} from '../actions/segments.ts';
import { copyPiece } from './copy-piece.ts';
import { storeCovers, storeStoryboard } from './images.ts';
import { measureRendition } from './measure.ts';
import { fetchNeeded } from './needed-bytes.ts';
import { loadOverlay } from './overlay.ts';
import { OtherEncoderError } from './problem.ts';
import type { ProgressPace } from './progress-pace.ts';
import { storeProgressive } from './progressive.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { reportEncoded } from './report.ts';
import { openSource, type SourceFile, type Sources } from './sources.ts';
import { findEncodingTask, type EncodingTask } from '../queries/task.ts';
import { findStreamKey, forgetStreamKey, pauseForKey } from '../actions/stream-key.ts';

export type EncodingRun = PieceRun & {
  sources: Sources;
  progress: Pick<ProgressPace, 'add'>;
};

/** The key is there exactly if the piece's segments are to be encrypted. */
type Planned = EncodingTask & { plan: StoredPlan; key: Buffer | null };

/** Pieces of these kinds make segments. */
const SEGMENTED: ReadonlySet<ClaimedPiece['kind']> = new Set(['copy', 'video', 'audio']);

/** Largest stored segment that is read at once. */
const MAX_SEGMENT_BYTES = 512 * 2 ** 20;

/** Makes a piece and records it; throws what went wrong, or the signal's reason. */
export async function runPiece(run: EncodingRun, piece: ClaimedPiece): Promise<void> {
  const { context } = run;
  const { db, log } = context;
  const task = await findEncodingTask(db, piece.revisionKey);
  // The video was deleted in the meantime; its pieces wait for a restore.
  if (!task?.plan) return blockPieces(db, piece);
  const planned = { ...task, plan: task.plan, key: null as Buffer | null };
  if (planned.plan.encrypts && SEGMENTED.has(piece.kind)) {
    const { secretKey } = context.config.secrets;
    planned.key = await findStreamKey(db, secretKey, piece.revisionKey);
    if (planned.key === null) {
      return db.transaction().execute((tx) => pauseForKey(tx, secretKey, piece));
    }
  }
  let isEnded = false;
  try {
    await makeFromSource(run, planned, piece);
    const finished = await finishPiece(
      context,
      measureRendition,
      piece,
      async (tx, { isWhole }) => {
        if (isWhole) {
          await forgetSegments(tx, piece.revisionKey);
          await forgetStreamKey(tx, piece.revisionKey);
        }
        if (task.remuxKey !== null) await removeUnusedRemuxed(tx, piece.revisionKey);
      },
    );
    isEnded = finished !== null;
    if (finished?.isWhole && finished.readyIds.length > 0)
      await reportEncoded(context, piece.revisionKey);
  } finally {
    if (!isEnded) {
      await db
        .transaction()
        .execute((tx) => removeIfForgotten(tx, task))
        .catch((err: unknown) =>
          log.warn({ err }, 'what a forgotten plan left was not looked for'),
        );
    }
  }
}

async function makeFromSource(run: EncodingRun, task: Planned, piece: ClaimedPiece): Promise<void> {
  const { context, sources } = run;
  const key = task.remuxKey ?? sourceKey(task.videoKey, task.revisionKey);
  const arriving = task.isArriving ? context.storage.appendables.localPath(key) : null;
  if (arriving !== null) {
    try {
      return await makePiece(run, task, piece, { path: arriving, fetched: null });
    } catch (error) {
      // The last byte moves the file to where sources lie, a moment before that is recorded.
      const isMoved = await stat(arriving).then(
        () => false,
        () => true,
      );
      if (!isMoved || run.signal.aborted) throw error;
    }
  }
  return sources.with(key, (file) => makePiece(run, task, piece, file));
}

async function makePiece(
  run: EncodingRun,
  task: Planned,
  piece: ClaimedPiece,
  file: SourceFile,
): Promise<void> {
  const { context, signal, suspension } = run;
  const { path } = file;
  // Copied bytes are fetched as they are read.
  if (piece.kind !== 'copy') await fetchNeeded(file, task.plan, piece, signal);
  if (piece.kind === 'cover' || piece.kind === 'storyboard' || piece.kind === 'progressive') {
    return makeExtra(run, task, piece, path);
  }
  const stored = createPieceSink(run, task, piece);
  const sink = task.key ? createEncryptingSink(task.key, stored) : stored;
  if (piece.kind === 'copy') {
    const { sizeBytes } = task.plan.source;
    await using source = await openSource(file, signal, { sizeBytes, isInOrder: true });
    return await copyPiece(task.plan.encoding, piece, source, sink, signal);
  }
  const { kind } = piece;
  if (kind !== 'video' && kind !== 'audio') return;
  // Pieces for a waiting viewer get the machine's cores; others get what those leave.
  const niceness = piece.isRequested ? 0 : piece.isExpress ? 5 : 19;
  const threads = piece.isRequested ? Math.min(4, availableParallelism()) : 1;
  const overlay = kind === 'video' ? await loadTaskOverlay(context, task) : null;
  await encodePiece(await getMediaTools(), task.plan.encoding, { ...piece, kind }, path, sink, {
    signal,
    threads,
    niceness,
    suspension: suspension,
    overlay,
  });
}

/** The overlay that is drawn over the frames of a video; null without one. */
async function loadTaskOverlay({ db, storage }: Context, task: EncodingTask) {
  return loadOverlay(storage, task.hasOverlay ? await findOverlay(db, task.revisionKey) : null);
}

/** Makes the progressive files of a stream. */
async function makeExtra(
  { context, signal }: EncodingRun,
  task: Planned,
  piece: ClaimedPiece,
  path: string,
): Promise<void> {
  const { db, storage } = context;
  if (piece.kind === 'progressive') {
    const stream = await getParts(db, piece.revisionKey);
    const file = await storeProgressive(storage, stream, piece.renditionIds[0] ?? '', signal);
    return db.transaction().execute((tx) => recordProgressive(tx, piece, file));
  }
  const options = { signal, overlay: await loadTaskOverlay(context, task) };
  const images =
    piece.kind === 'cover'
      ? { coverWidths: await storeCovers(context, task, path, options) }
      : { storyboard: await storeStoryboard(context, task, path, options) };
  await db.transaction().execute((tx) => recordImages(tx, piece, images));
}

const lostError = () => new Error('the piece is another worker’s');

/** Stores segments as they come, each once, and opens the stream when its first ones are there. */
function createPieceSink(
  { context: { db, storage }, progress }: EncodingRun,
  task: EncodingTask,
  piece: ClaimedPiece,
): PieceSink {
  const { revisionKey } = task;
  const prefix = getStreamPrefix(task);
  return {
    async init(renditionId, bytes) {
      const found = await getSegmentStatus(db, piece, { renditionId, number: 0 });
      if (found === 'lost') throw lostError();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const codec = readCodecString(bytes) ?? '';
      const key = `${prefix}${renditionId}/init.mp4`;
      const seen = await recordInit(db, piece, { renditionId, sha256, codec });
      if (seen === 'lost') throw lostError();
      if (seen === 'other') throw new OtherEncoderError(`the init of ${renditionId} differs`);
      // A run may have died between the record and the bytes: they are stored once more.
      if (seen === 'new' || !(await storage.stat(key))) await storage.put(key, bytes);
    },
    async segment(renditionId, number, bytes, { ticks, keyFrames }) {
      const segment = { renditionId, number, sizeBytes: bytes.length, ticks, keyFrames };
      const found = await getSegmentStatus(db, piece, segment);
      if (found === 'lost') throw lostError();
      const key = `${prefix}${renditionId}/${number}.m4s`;
      if (found === 'due') {
        await storage.put(key, bytes);
        const isFirst = await recordSegment(db, piece, segment);
        // Two runs stored it at once: the bytes that have stayed count.
        const isKept = !isFirst && (await storage.read(key, MAX_SEGMENT_BYTES))?.equals(bytes);
        if (isKept) await recordKeptSegment(db, revisionKey, segment);
        progress.add(revisionKey);
      }
      // The run that stored it may have died before it opened the stream.
      if (number === 1) await db.transaction().execute((tx) => openStream(tx, revisionKey));
    },
  };
}

/** Encrypts each segment before it is stored; init segments stay clear (RFC 8216 §4.3.2.5). */
function createEncryptingSink(key: Buffer, sink: PieceSink): PieceSink {
  return {
    init: sink.init,
    segment: (id, number, bytes, { ticks }) =>
      // No frame can be read out of the middle: there are no key frames to list.
      sink.segment(id, number, encryptSegment(key, number, bytes), { ticks, keyFrames: [] }),
  };
}
