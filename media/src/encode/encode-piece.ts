import type { Readable } from 'node:stream';
import type { Suspension } from '../cage/suspension.ts';
import { type CagedProcess, feedPipe, startCaged } from '../cage/cage.ts';
import { readCodecString } from '../mp4/codec-string.ts';
import { getMemoryLimits } from '../probe/demux.ts';
import { buildEncodeArguments, hasOverlay, selectRenditions } from './encode-arguments.ts';
import { toEncodeFailure, toEncodeError } from './encode-failure.ts';
import { EncodeError } from '../cage/errors.ts';
import { hasAudioChange, withEvenAudio } from './even-audio.ts';
import { readFragmentStream } from './fragment-stream.ts';
import type { DrawnOverlay } from './overlay-filter.ts';
import { type PieceTrack, listPieceTracks, getPlannedTicks } from './piece-tracks.ts';
import { getReadEndSeconds } from '../plan/piece-window.ts';
import type { PlannedPiece } from '../plan/pieces.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import type { Segment, SegmentKeyFrames } from './segmenter.ts';
import { createSinkQueue } from './sink-queue.ts';
import type { MediaTools } from '../cage/tools.ts';

/** Receives a piece's bytes. Calls for one rendition come in order, one at a time. */
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
  /** called with the finished share, 0 to 1, never falling */
  onProgress?: ((fraction: number) => void) | undefined;
  /** threads of the decoder, the filters and each video encoder; default 1 */
  threads?: number | undefined;
  /** an image that is drawn over all frames, the same in every piece of a stream */
  overlay?: DrawnOverlay | null | undefined;
  /** 0 to 19, as for the cage; default 0 */
  niceness?: number | undefined;
  /** suspends the encode for a while */
  suspension?: Suspension | undefined;
  /** max time without any output; default ten minutes */
  stallMs?: number | undefined;
};

/**
 * Encodes one piece of a source with one ffmpeg: decoded once, nothing on disk, but for audio that
 * changes its format midway, which is decoded by itself first. A slow sink slows ffmpeg down;
 * memory stays bounded. Resolves when the sink has taken exactly the planned segments. Throws
 * RangeError when the plan has no such piece, EncodeError, the sink's own error, or the signal's
 * reason when aborted; the process is gone by then.
 */
export async function encodePiece(
  tools: MediaTools,
  plan: EncodingPlan,
  piece: PlannedPiece,
  sourcePath: string,
  sink: PieceSink,
  options: PieceOptions = {},
): Promise<PieceResult> {
  const takenOnce = createOnceSink(sink);
  const result = await encodeOnce(tools, plan, piece, sourcePath, takenOnce, options);
  if (result) return result;
  const { video, audio } = selectRenditions(plan, piece);
  const silentOptions = { ...options, onProgress: undefined };
  const renditions: PieceResult['renditions'] = [];
  const part = async (of: EncodingPlan, renditionIds: string[], path: string): Promise<void> => {
    const made = await encodeOnce(
      tools,
      of,
      { ...piece, renditionIds },
      path,
      takenOnce,
      silentOptions,
    );
    if (!made) throw new EncodeError('source_unreadable', 'the audio changes its format');
    renditions.push(...made.renditions);
  };
  if (video.length > 0) {
    const ids = video.map(({ id }) => id);
    await part(plan, ids, sourcePath);
  }
  const untilSeconds = getReadEndSeconds(plan, piece);
  const reading = { sourcePath, untilSeconds, signal: options.signal };
  for (const rendition of audio)
    await withEvenAudio(tools, plan, rendition, reading, (moved, path) =>
      part(moved, [rendition.id], path),
    );
  return { renditions };
}

/** Creates a sink that takes each segment once, and the init segment of each rendition. */
function createOnceSink(sink: PieceSink): PieceSink {
  const takenOnce = new Set<string>();
  return {
    init: async (id, bytes) => {
      if (!takenOnce.has(id)) await sink.init(id, bytes);
      takenOnce.add(id);
    },
    segment: async (id, number, bytes, about) => {
      const name = `${id}/${number}`;
      if (!takenOnce.has(name)) await sink.segment(id, number, bytes, about);
      takenOnce.add(name);
    },
  };
}

/** Null when the audio changes its format midway, which one process can't follow. */
async function encodeOnce(
  tools: MediaTools,
  plan: EncodingPlan,
  piece: PlannedPiece,
  sourcePath: string,
  sink: PieceSink,
  options: PieceOptions,
): Promise<PieceResult | null> {
  const tracks = listPieceTracks(plan, piece);
  const stop = new AbortController();
  const caged = await start(tools, plan, piece, sourcePath, options, stop.signal);
  const progress = createProgress(tracks, options);
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
    const [exit, ...settled] = await Promise.all([caged.exit, ...pumps.map(settlePump)]);
    options.signal?.throwIfAborted();
    // The output is torn then, which a pump may have seen first.
    const isTorn = !stop.signal.aborted || stop.signal.reason instanceof RangeError;
    if (isTorn && hasAudioChange(exit.stderr)) return null;
    if (stop.signal.aborted) throw toEncodeError(stop.signal.reason);
    if (exit.code !== 0) throw toEncodeFailure(exit);
    return { renditions: settled.map((result, n) => finish(tracks[n], result, exit.stderr)) };
  } finally {
    clearInterval(watch);
    caged.kill();
    // The caller may remove the source only after the process is gone.
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
  const { video, audio } = selectRenditions(plan, piece);
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
    args: (inputUrl: string) => buildEncodeArguments(plan, piece, inputUrl, settings),
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
  if (drawn && png) feedPipe(caged.pipes.at(-1), png);
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
  /** sink calls in progress */
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
      // The length is checked before it is stored: another one would shift all later segments.
      if (ticks !== getPlannedTicks(track, number))
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
  // A stopped process leaves a torn segment, which must not look like a whole one.
  if (!run.stop.signal.aborted) await put(track.segmenter.end());
  await queue.drained();
  return pumped;
}

type Settled = { value: Pumped } | { error: unknown };

function settlePump(work: Promise<Pumped>): Promise<Settled> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** Reports the share of the rendition that is furthest behind. */
function createProgress(
  tracks: readonly PieceTrack[],
  { onProgress }: PieceOptions,
): Run['progress'] {
  const shares = new Map(tracks.map((track) => [track.id, 0]));
  let reportedShare = 0;
  return ({ id, startTick, endTick }, tick) => {
    shares.set(id, Math.min(1, Math.max(0, (tick - startTick) / (endTick - startTick))));
    const minShare = Math.min(...shares.values());
    if (minShare <= reportedShare) return;
    reportedShare = minShare;
    onProgress?.(minShare);
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
