import type { Readable } from 'node:stream';
import type { Suspension } from '../cage/suspension.ts';
import { type CagedProcess, startCaged } from '../cage/cage.ts';
import { readCodecString } from '../mp4/codec-string.ts';
import { getMemoryLimits } from '../probe/demux.ts';
import { encodeArguments, hasOverlay, renditionsOf } from './encode-arguments.ts';
import { encodeFailure, ownError } from './encode-failure.ts';
import { EncodeError } from '../cage/errors.ts';
import { soundChanges, withEvenSound } from './even-sound.ts';
import { readFragmentStream } from './fragment-stream.ts';
import { type DrawnOverlay, giveOverlay } from './overlay-filter.ts';
import { type PieceTrack, pieceTracks, plannedTicks } from './piece-tracks.ts';
import { getReadEndSeconds } from '../plan/piece-window.ts';
import type { PlannedPiece } from '../plan/pieces.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import type { Segment, SegmentKeyFrames } from './segmenter.ts';
import { createSinkQueue } from './sink-queue.ts';
import type { MediaTools } from '../cage/tools.ts';

/** Where a piece's bytes go. Calls for one rendition come in order, one at a time. */
export type PieceSink = {
  /** the same bytes for every piece of a rendition */
  init: (renditionId: string, bytes: Buffer) => Promise<void>;
  /** `number` counts from 1 within the whole stream; `ticks` are those of the rendition's timeline */
  segment: (
    renditionId: string,
    number: number,
    bytes: Buffer,
    about: { ticks: number; keyFrames: SegmentKeyFrames },
  ) => Promise<void>;
};

export type PieceResult = {
  renditions: {
    id: string;
    /** RFC 6381, read from the init segment */
    codec: string;
    segments: { number: number; ticks: number; sizeBytes: number }[];
  }[];
};

export type PieceOptions = {
  signal?: AbortSignal | undefined;
  /** called with the share that is done, 0 to 1, never falling */
  onProgress?: ((fraction: number) => void) | undefined;
  /** threads of the decoder, the filters and each video encoder; default 1 */
  threads?: number | undefined;
  /** a picture that is drawn over all others, the same in every piece of a stream */
  overlay?: DrawnOverlay | null | undefined;
  /** 0 to 19, as the cage takes it; default 0 */
  niceness?: number | undefined;
  /** suspends the encode for a while */
  suspension?: Suspension | undefined;
  /** longest time without any output; default ten minutes */
  stallMs?: number | undefined;
};

/**
 * Encodes one piece of a source with one ffmpeg: decoded once, nothing on disk, but for sound that
 * changes its form midway, which is decoded by itself first. A slow sink slows ffmpeg down; memory
 * stays bounded. Resolves when the sink has taken exactly the planned segments. Throws RangeError when
 * the plan has no such piece, EncodeError, the sink's own error, or the signal's reason when aborted;
 * the process is gone by then.
 */
export async function encodePiece(
  tools: MediaTools,
  plan: EncodingPlan,
  piece: PlannedPiece,
  sourcePath: string,
  sink: PieceSink,
  options: PieceOptions = {},
): Promise<PieceResult> {
  const taken = onceEach(sink);
  const result = await encodeOnce(tools, plan, piece, sourcePath, taken, options);
  if (result) return result;
  const { video, audio } = renditionsOf(plan, piece);
  const quiet = { ...options, onProgress: undefined };
  const renditions: PieceResult['renditions'] = [];
  const part = async (of: EncodingPlan, renditionIds: string[], path: string): Promise<void> => {
    const made = await encodeOnce(tools, of, { ...piece, renditionIds }, path, taken, quiet);
    if (!made) throw new EncodeError('source_unreadable', 'the sound changes its form');
    renditions.push(...made.renditions);
  };
  if (video.length > 0) {
    const ids = video.map(({ id }) => id);
    await part(plan, ids, sourcePath);
  }
  const untilSeconds = getReadEndSeconds(plan, piece);
  const reading = { sourcePath, untilSeconds, signal: options.signal };
  for (const rendition of audio)
    await withEvenSound(tools, plan, rendition, reading, (moved, path) =>
      part(moved, [rendition.id], path),
    );
  return { renditions };
}

/** A sink that takes each segment once, and the init segment of each rendition. */
function onceEach(sink: PieceSink): PieceSink {
  const taken = new Set<string>();
  return {
    init: async (id, bytes) => {
      if (!taken.has(id)) await sink.init(id, bytes);
      taken.add(id);
    },
    segment: async (id, number, bytes, about) => {
      const name = `${id}/${number}`;
      if (!taken.has(name)) await sink.segment(id, number, bytes, about);
      taken.add(name);
    },
  };
}

/** Null when the sound changes its form midway, which one process can't follow. */
async function encodeOnce(
  tools: MediaTools,
  plan: EncodingPlan,
  piece: PlannedPiece,
  sourcePath: string,
  sink: PieceSink,
  options: PieceOptions,
): Promise<PieceResult | null> {
  const tracks = pieceTracks(plan, piece);
  const stop = new AbortController();
  const caged = await start(tools, plan, piece, sourcePath, options, stop.signal);
  const progress = progressOf(tracks, options);
  const run: Run = { sink, stop, progress, outstanding: 0, touched: 0 };
  const watch = watchForStall(run, options);
  try {
    const pumps = tracks.map((track, n) =>
      pump(run, track, caged.pipes[n]).catch((error: unknown) => {
        // The first failure ends the process and with it the other pumps.
        if (!stop.signal.aborted) stop.abort(error);
        throw error;
      }),
    );
    caged.stdout.resume();
    const [exit, ...settled] = await Promise.all([caged.exit, ...pumps.map(settle)]);
    options.signal?.throwIfAborted();
    // What it leaves behind then is torn, which a pump may have seen first.
    const isTorn = !stop.signal.aborted || stop.signal.reason instanceof RangeError;
    if (isTorn && soundChanges(exit.stderr)) return null;
    if (stop.signal.aborted) throw ownError(stop.signal.reason);
    if (exit.code !== 0) throw encodeFailure(exit);
    return { renditions: settled.map((result, n) => finish(tracks[n], result, exit.stderr)) };
  } finally {
    clearInterval(watch);
    caged.kill();
    // Only after the process is gone may the caller remove the source.
    await caged.exit.catch(() => undefined);
  }
}

async function start(
  tools: MediaTools,
  plan: EncodingPlan,
  piece: PlannedPiece,
  inputPath: string,
  options: PieceOptions,
  stop: AbortSignal,
): Promise<CagedProcess> {
  const threads = options.threads ?? 1;
  const { video, audio } = renditionsOf(plan, piece);
  refuseMissing(tools, [...video, ...audio]);
  const source = video.length > 0 ? plan.video?.source : undefined;
  const pixels = (source?.codedWidth ?? 0) * (source?.codedHeight ?? 0);
  const encoded = video.reduce((sum, { width, height }) => sum + width * height, 0);
  const signal = options.signal ? AbortSignal.any([options.signal, stop]) : stop;
  const { png, place = null } = options.overlay ?? {};
  const settings = { threads, canToneMap: tools.canToneMap, overlay: place };
  const drawn = hasOverlay(video, settings);
  const drawnPixels = drawn && place ? place.imageWidth * place.imageHeight : 0;
  const job = {
    program: 'ffmpeg',
    args: (inputUrl: string) => encodeArguments(plan, piece, inputUrl, settings),
    inputPath,
    pipes: video.length + audio.length + (drawn ? 1 : 0),
    limits: {
      ...getMemoryLimits(pixels + encoded + drawnPixels, (1 + video.length) * (1 + threads)),
      cpuSeconds: 3600 + plan.durationMs * 0.4,
    },
    niceness: options.niceness,
    suspension: options.suspension,
    signal,
  } as const;
  const caged = await startCaged(tools, job).catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    if (cause instanceof RangeError) throw cause;
    throw new EncodeError('source_unreadable', 'the source could not be opened', { cause });
  });
  if (drawn && png) giveOverlay(caged.pipes.at(-1), png);
  return caged;
}

function refuseMissing(
  { codecs }: MediaTools,
  renditions: readonly { intent: { codec: string } }[],
): void {
  const missing = renditions.map(({ intent }) => intent.codec).find((codec) => !codecs.has(codec));
  if (missing) throw new EncodeError('internal', `this ffmpeg has no encoder for ${missing}`);
}

type Run = {
  sink: PieceSink;
  stop: AbortController;
  progress: (track: PieceTrack, tick: number) => void;
  /** sink calls under way */
  outstanding: number;
  touched: number;
};

type Pumped = { codec: string | null; segments: PieceResult['renditions'][number]['segments'] };

/** Moves one rendition from its pipe to the sink. */
async function pump(run: Run, track: PieceTrack, pipe: Readable | undefined): Promise<Pumped> {
  if (!pipe) throw new EncodeError('internal', 'a pipe is missing');
  const queue = createSinkQueue((started) => (run.outstanding += started ? 1 : -1));
  const pumped: Pumped = { codec: null, segments: [] };
  const put = async (finished: Segment[]): Promise<void> => {
    for (const { number, ticks, bytes, keyFrames } of finished) {
      // Checked before it is stored: a segment of another length would shift all that follow.
      if (ticks !== plannedTicks(track, number))
        throw new RangeError(`segment ${number} of ${track.id} lasts ${ticks} ticks`);
      pumped.segments.push({ number, ticks, sizeBytes: bytes.length });
      const call = (): Promise<void> =>
        run.sink.segment(track.id, number, bytes, { ticks, keyFrames });
      await queue.push(bytes.length, call);
    }
  };
  for await (const part of readFragmentStream(pipe)) {
    run.touched = performance.now();
    if (part.type === 'init') {
      const bytes = track.finishInit(part.bytes);
      pumped.codec = readCodecString(bytes);
      await queue.push(bytes.length, () => run.sink.init(track.id, bytes));
      continue;
    }
    await put(track.segmenter.add(part.fragment, part.data));
    const lasts = part.fragment.samples.reduce((sum, sample) => sum + sample.duration, 0);
    run.progress(track, part.fragment.decodeTime + lasts);
  }
  // A process that was stopped leaves a torn segment, which must not look like a whole one.
  if (!run.stop.signal.aborted) await put(track.segmenter.end());
  await queue.drained();
  return pumped;
}

type Settled = { value: Pumped } | { error: unknown };

function settle(work: Promise<Pumped>): Promise<Settled> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** The share done is that of the rendition that is furthest behind. */
function progressOf(tracks: readonly PieceTrack[], { onProgress }: PieceOptions): Run['progress'] {
  const shares = new Map(tracks.map((track) => [track.id, 0]));
  let told = 0;
  return ({ id, startTick, endTick }, tick) => {
    shares.set(id, Math.min(1, Math.max(0, (tick - startTick) / (endTick - startTick))));
    const least = Math.min(...shares.values());
    if (least <= told) return;
    told = least;
    onProgress?.(least);
  };
}

function watchForStall(run: Run, { stallMs = 600_000, suspension }: PieceOptions): NodeJS.Timeout {
  run.touched = performance.now();
  return setInterval(
    () => {
      if (run.outstanding > 0 || suspension?.isSuspended()) run.touched = performance.now();
      else if (performance.now() - run.touched > stallMs)
        run.stop.abort(new EncodeError('timeout', `no output for ${Math.round(stallMs / 1000)} s`));
    },
    Math.min(stallMs, 5000),
  );
}

function finish(
  track: PieceTrack | undefined,
  result: Settled,
  stderr: string,
): PieceResult['renditions'][number] {
  if (!track || 'error' in result) throw new EncodeError('internal', stderr);
  const { codec, segments } = result.value;
  if (!codec || segments.length === 0) throw new EncodeError('source_unreadable', stderr);
  if (segments.length !== track.lastSegment - track.firstSegment + 1)
    throw new EncodeError('internal', `${track.id} ends at ${segments.length} segments\n${stderr}`);
  return { id: track.id, codec, segments };
}
