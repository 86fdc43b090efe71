import type { SegmentTimeline } from '@kinora/contract/stream';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { type SegmentSize, measureBandwidth } from './bandwidth.ts';
import { type CagedExit, type CagedProcess, startCaged } from './cage.ts';
import { readCodecString } from './codec-string.ts';
import { memoryLimit } from './demux.ts';
import { encodeArguments } from './encode-arguments.ts';
import { EncodeError } from './errors.ts';
import { readFragmentStream } from './fragment-stream.ts';
import { AAC_FRAME, segmentRuns } from './grid.ts';
import type { EncodingPlan } from './plan.ts';
import { type Segmenter, createAudioSegmenter, createVideoSegmenter } from './segmenter.ts';
import { createSinkQueue } from './sink-queue.ts';
import type { MediaTools } from './tools.ts';

/** Where an encode's bytes go. Calls for one rendition come in order, one at a time. */
export type SegmentSink = {
  init: (renditionId: string, bytes: Buffer) => Promise<void>;
  /** `number` counts from 1 */
  segment: (renditionId: string, number: number, bytes: Buffer) => Promise<void>;
};

/** What was really written for one rendition. */
export type EncodedRendition = {
  id: string;
  /** RFC 6381, read from the init segment */
  codec: string;
  timeline: SegmentTimeline;
  segmentCount: number;
  sizeBytes: number;
  peakBps: number;
  averageBps: number;
};

export type EncodedStream = { video: EncodedRendition[]; audio: EncodedRendition[] };

export type EncodeOptions = {
  signal?: AbortSignal | undefined;
  /** called with the share that is done, 0 to 1, never falling */
  onProgress?: ((fraction: number) => void) | undefined;
  /** called for each rendition once ffmpeg ended well and the sink has taken all of it */
  onRendition?: ((rendition: EncodedRendition) => void) | undefined;
  /** threads of each video encoder; by default the encoder's own choice */
  threads?: number | undefined;
  /** longest time without any output; default ten minutes */
  stallMs?: number | undefined;
};

/**
 * Encodes a whole source into all renditions of its plan with one ffmpeg: decoded once, nothing on
 * disk. A slow sink slows ffmpeg down; memory stays bounded. Throws EncodeError, the sink's own error,
 * or the signal's reason when aborted; the process is gone by then.
 */
export async function encodeStream(
  tools: MediaTools,
  plan: EncodingPlan,
  sourcePath: string,
  sink: SegmentSink,
  options: EncodeOptions = {},
): Promise<EncodedStream> {
  const tracks = listTracks(plan);
  const stop = new AbortController();
  const caged = await start(tools, plan, sourcePath, tracks.length, options, stop.signal);
  const run: Run = {
    sink,
    stop,
    progress: progressOf(tracks, options),
    outstanding: 0,
    touched: 0,
  };
  const watch = watchForStall(run, options.stallMs ?? 600_000);
  try {
    const pumps = tracks.map((track, n) =>
      pump(run, track, caged.pipes[n]).catch((error: unknown) => {
        // The first failure ends the process and with it the other pumps.
        if (!stop.signal.aborted) stop.abort(error);
        throw error;
      }),
    );
    caged.stdout.resume();
    const exited = caged.exit;
    const told = pumps.map(async (pumping, n) => {
      const result = await settle(pumping);
      const exit = await exited;
      const isWell = exit.code === 0 && !stop.signal.aborted && 'value' in result;
      if (isWell && options.onRendition) options.onRendition(finish(tracks[n], result, exit));
      return result;
    });
    const [exit, ...settled] = await Promise.all([exited, ...told]);
    options.signal?.throwIfAborted();
    if (stop.signal.aborted) throw ownError(stop.signal.reason);
    if (exit.code !== 0) throw failure(exit);
    const encoded = settled.map((result, n) => finish(tracks[n], result, exit));
    const videoCount = plan.video?.renditions.length ?? 0;
    return { video: encoded.slice(0, videoCount), audio: encoded.slice(videoCount) };
  } finally {
    clearInterval(watch);
    caged.kill();
    // Only after the process is gone may the caller remove the source.
    await caged.exit.catch(() => undefined);
  }
}

type Track = { id: string; timescale: number; endTick: number; segmenter: Segmenter };

function listTracks(plan: EncodingPlan): Track[] {
  const { borders, endTick, timescale } = plan.grid;
  const video = (plan.video?.renditions ?? []).map(({ id }) => ({
    id,
    timescale,
    endTick,
    segmenter: createVideoSegmenter(borders, endTick),
  }));
  const audio = plan.audio.map(({ id, frameCount, ...rendition }) => ({
    id,
    timescale: rendition.intent.sampleRate,
    endTick: frameCount * AAC_FRAME,
    segmenter: createAudioSegmenter(rendition.borders, frameCount),
  }));
  return [...video, ...audio];
}

async function start(
  tools: MediaTools,
  plan: EncodingPlan,
  inputPath: string,
  pipes: number,
  options: EncodeOptions,
  stop: AbortSignal,
): Promise<CagedProcess> {
  const cpus = availableParallelism();
  const threads = options.threads ?? (cpus > 16 ? 16 : null);
  const { source, renditions = [] } = plan.video ?? {};
  const pixels = (source?.codedWidth ?? 0) * (source?.codedHeight ?? 0);
  const encoded = renditions.reduce((sum, { rung }) => sum + rung.width * rung.height, 0);
  const signal = options.signal ? AbortSignal.any([options.signal, stop]) : stop;
  const job = {
    program: 'ffmpeg',
    args: (inputUrl: string) =>
      encodeArguments(plan, inputUrl, { threads, canToneMap: tools.canToneMap }),
    inputPath,
    pipes,
    limits: {
      memoryBytes: memoryLimit(pixels + encoded, pipes * Math.min(cpus, 16)),
      cpuSeconds: 3600 + plan.durationMs * 0.4,
    },
    signal,
  } as const;
  return startCaged(tools, job).catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    throw new EncodeError('source_unreadable', 'the source could not be opened', { cause });
  });
}

type Run = {
  sink: SegmentSink;
  stop: AbortController;
  progress: (track: Track, tick: number) => void;
  /** sink calls under way */
  outstanding: number;
  touched: number;
};

type Pumped = { codec: string | null; segments: SegmentSize[] };

/** Moves one rendition from its pipe to the sink. */
async function pump(run: Run, track: Track, pipe: Readable | undefined): Promise<Pumped> {
  if (!pipe) throw new EncodeError('internal', 'a pipe is missing');
  const queue = createSinkQueue((started) => (run.outstanding += started ? 1 : -1));
  const pumped: Pumped = { codec: null, segments: [] };
  const put = async (finished: ReturnType<Segmenter['end']>): Promise<void> => {
    for (const { number, ticks, bytes } of finished) {
      pumped.segments.push({ seconds: ticks / track.timescale, ticks, bytes: bytes.length });
      await queue.push(bytes.length, () => run.sink.segment(track.id, number, bytes));
    }
  };
  let ticks = 0;
  for await (const part of readFragmentStream(pipe)) {
    run.touched = performance.now();
    if (part.type === 'init') {
      pumped.codec = readCodecString(part.bytes);
      await queue.push(part.bytes.length, () => run.sink.init(track.id, part.bytes));
      continue;
    }
    await put(track.segmenter.add(part.fragment, part.data));
    ticks += part.fragment.samples.reduce((sum, sample) => sum + sample.duration, 0);
    run.progress(track, ticks);
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
function progressOf(tracks: readonly Track[], { onProgress }: EncodeOptions): Run['progress'] {
  const shares = new Map(tracks.map((track) => [track.id, 0]));
  let told = 0;
  return (track, tick) => {
    shares.set(track.id, Math.min(1, tick / track.endTick));
    const least = Math.min(...shares.values());
    if (least <= told) return;
    told = least;
    onProgress?.(least);
  };
}

function watchForStall(run: Run, stallMs: number): NodeJS.Timeout {
  run.touched = performance.now();
  return setInterval(
    () => {
      if (run.outstanding > 0) run.touched = performance.now();
      else if (performance.now() - run.touched > stallMs)
        run.stop.abort(new EncodeError('timeout', `no output for ${Math.round(stallMs / 1000)} s`));
    },
    Math.min(stallMs, 5000),
  );
}

/** Errors of the sink stay what they are, but for a full disk. */
function ownError(reason: unknown): unknown {
  if (reason instanceof EncodeError) return reason;
  if (reason instanceof RangeError)
    return new EncodeError('internal', reason.message, { cause: reason });
  const full = reason instanceof Error && 'code' in reason && reason.code === 'ENOSPC';
  return full ? new EncodeError('disk_full', '', { cause: reason }) : reason;
}

function failure({ code, signal, stderr }: CagedExit): EncodeError {
  if (/Cannot allocate memory|malloc of size|Out of memory/i.test(stderr))
    return new EncodeError('out_of_memory', stderr);
  // bubblewrap tells of signals as 128 + n: 9 is KILL, 24 is XCPU.
  if (signal === 'SIGXCPU' || code === 152) return new EncodeError('timeout', stderr);
  if (signal !== null || code === 137) return new EncodeError('killed', stderr);
  if (/Invalid data found|Input\/output error|No such file|Permission denied/.test(stderr))
    return new EncodeError('source_unreadable', stderr);
  return new EncodeError('internal', stderr);
}

function finish(
  track: Track | undefined,
  result: Settled,
  { stderr }: CagedExit,
): EncodedRendition {
  if (!track || 'error' in result) throw new EncodeError('internal', stderr);
  const { codec, segments } = result.value;
  if (!codec || segments.length === 0) throw new EncodeError('source_unreadable', stderr);
  const sizeBytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const borders: number[] = [];
  const end = segments.reduce((start, { ticks }) => (borders.push(start), start + ticks), 0);
  return {
    id: track.id,
    codec,
    timeline: { timescale: track.timescale, runs: segmentRuns(borders, end) },
    segmentCount: segments.length,
    sizeBytes,
    ...measureBandwidth(segments),
  };
}
