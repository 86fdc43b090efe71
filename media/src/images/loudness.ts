import { availableParallelism } from 'node:os';
import { startCaged } from '../cage/cage.ts';
import type { MediaTools } from '../cage/tools.ts';
import { buildPlacing, buildTrackInput } from '../encode/audio-arguments.ts';
import { buildInputArguments, getMemoryLimits } from '../probe/demux.ts';
import type { AudioSource, SourceProbe } from '../probe/source-probe.ts';

/** The parts of a probe that loudness is measured from. */
export type AudioSourceFile = Pick<SourceProbe, 'kind' | 'audio' | 'picture' | 'durationMs'>;

// A column needs no more, and Node reads a sixth of what 48 kHz would be.
const SAMPLE_RATE = 8000;
const STALL_MS = 60_000;
// The slowest codecs and sample rates are decoded some fifty times faster than they play.
const CPU_SHARE = 1 / 10;

/**
 * Measures the loudness of the track that players begin with in `columns` of equal length, as root mean
 * squares from 0 to 1. A truncated file is measured as far as it can be decoded; null when nothing can.
 * Rejects only when aborted or when no process can be started.
 */
export async function measureLoudness(
  tools: MediaTools,
  path: string,
  probe: AudioSourceFile,
  columns: number,
  signal?: AbortSignal,
): Promise<number[] | null> {
  const track = probe.audio.find(({ isDefault }) => isDefault) ?? probe.audio[0];
  if (!track) return null;
  const { width = 0, height = 0 } = probe.picture ?? {};
  const started = await startCaged(tools, {
    program: 'ffmpeg',
    args: (inputUrl) => buildSampleArguments(probe, track, inputUrl),
    inputPath: path,
    pipes: 0,
    limits: {
      ...getMemoryLimits(width * height, availableParallelism()),
      cpuSeconds: 120 + (probe.durationMs / 1000) * CPU_SHARE,
    },
    // No viewer waits for it.
    niceness: 10,
    signal,
  });
  const loudness = createLoudness();
  // However long the audio is, samples come all the time.
  const stalled = setTimeout(started.kill, STALL_MS);
  try {
    started.stdout.on('data', (chunk: Buffer) => {
      stalled.refresh();
      loudness.read(chunk);
    });
    await started.exit;
  } finally {
    clearTimeout(stalled);
  }
  signal?.throwIfAborted();
  return loudness.list(columns);
}

function buildSampleArguments(
  probe: AudioSourceFile,
  track: AudioSource,
  inputUrl: string,
): string[] {
  const chain = [
    ...buildPlacing(track, 2),
    // Mixed to one channel, what two have in opposite phase would be silence.
    `aformat=sample_fmts=s16:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`,
  ];
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostats',
    '-nostdin',
    '-threads',
    '1',
    ...buildInputArguments(probe.kind, inputUrl),
    '-filter_complex',
    `${buildTrackInput(track)}${chain.join(',')}[a]`,
    // Flushed, each packet of the codec would be a chunk, which costs twice as much to receive.
    '-map',
    '[a]',
    '-c:a',
    'pcm_s16le',
    '-flush_packets',
    '0',
    '-f',
    's16le',
    'pipe:1',
  ];
}

// Few enough to be nothing, and so many that each of some hundred columns has its own.
const MAX_SPANS = 4096;
// 4 ms of two channels.
const FIRST_SPAN_SAMPLES = 64;

/**
 * Creates a measure for a stream of samples of any length (signed 16 bits, little endian): mean squares of
 * short spans, pairs of which are merged whenever the table is full.
 */
export function createLoudness(): {
  read: (bytes: Buffer) => void;
  /** Lists root mean squares from 0 to 1 of `columns` of equal length; null without a sample. */
  list: (columns: number) => number[] | null;
} {
  const means = new Float64Array(MAX_SPANS);
  let spanSamples = FIRST_SPAN_SAMPLES;
  let spans = 0;
  let squares = 0;
  let samples = 0;
  let halfSample: Buffer | null = null;

  const endSpan = (): void => {
    means[spans++] = squares / samples;
    squares = 0;
    samples = 0;
    if (spans < MAX_SPANS) return;
    spans /= 2;
    spanSamples *= 2;
    for (let n = 0; n < spans; n++) means[n] = ((means[2 * n] ?? 0) + (means[2 * n + 1] ?? 0)) / 2;
  };

  const read = (chunk: Buffer): void => {
    const bytes = halfSample ? Buffer.concat([halfSample, chunk]) : chunk;
    const end = bytes.length - (bytes.length % 2);
    halfSample = end < bytes.length ? Buffer.from(bytes.subarray(end)) : null;
    for (let at = 0; at < end; at += 2) {
      squares += bytes.readInt16LE(at) ** 2;
      if (++samples === spanSamples) endSpan();
    }
  };

  const list = (columns: number): number[] | null => {
    if (samples > 0) endSpan();
    if (spans === 0) return null;
    return Array.from({ length: columns }, (_, n) => {
      const first = Math.floor((n * spans) / columns);
      const end = Math.max(first + 1, Math.floor(((n + 1) * spans) / columns));
      const sum = means.subarray(first, end).reduce((total, mean) => total + mean, 0);
      return Math.sqrt(sum / (end - first)) / 2 ** 15;
    });
  };

  return { read, list };
}
