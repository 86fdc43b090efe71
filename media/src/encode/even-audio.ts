import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTrackInput } from './audio-arguments.ts';
import { runCaged } from '../cage/cage.ts';
import { buildInputArguments, getMemoryLimits } from '../probe/demux.ts';
import { toEncodeFailure } from './encode-failure.ts';
import { EncodeError } from '../cage/errors.ts';
import { toDecimal } from './filters.ts';
import type { EncodedAudio, EncodingPlan } from '../plan/encoding-plan.ts';
import { probeSource } from '../probe/probe.ts';
import type { MediaTools } from '../cage/tools.ts';

// A filter graph can't be rebuilt midway without losing its clock, so audio must not change there.
const CHANGES = /Changing audio frame properties on the fly is not supported/;

/** True when ffmpeg ended because channels or sample rate of the audio changed midway. */
export function hasAudioChange(stderr: string): boolean {
  return CHANGES.test(stderr);
}

/**
 * Decodes the audio of one rendition, as far as a piece of it needs, into a file of one format, and
 * passes `use` the plan for that file: the same clock, this rendition alone. Broadcasts change
 * between stereo and surround, joined files change their sample rate. Throws EncodeError, or the
 * signal's reason; nothing is left behind.
 */
export async function withEvenAudio<T>(
  tools: MediaTools,
  plan: EncodingPlan,
  rendition: EncodedAudio,
  { sourcePath, untilSeconds, signal }: Reading,
  use: (plan: EncodingPlan, path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-audio-'));
  try {
    await decodeAudio(tools, plan, rendition, { sourcePath, untilSeconds, folder, signal });
    const path = join(folder, OUTPUT);
    const [even] = (await probeSource(tools, path, { signal })).audio;
    if (!even) throw new EncodeError('source_unreadable', 'no audio could be decoded');
    const { track } = rendition;
    const shift = even.startSeconds - track.startSeconds;
    const moved: EncodingPlan = {
      ...plan,
      kind: 'matroska',
      access: 'seek',
      keepsClock: true,
      originSeconds: plan.originSeconds + shift,
      video: null,
      audio: [{ ...rendition, track: { ...even, endSeconds: track.endSeconds + shift } }],
    };
    return await use(moved, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const OUTPUT = 'even';

type Reading = {
  sourcePath: string;
  /** on the source's clock; infinite for all of it */
  untilSeconds: number;
  signal: AbortSignal | undefined;
};
type Decoding = Reading & { folder: string };

async function decodeAudio(
  tools: MediaTools,
  plan: EncodingPlan,
  rendition: EncodedAudio,
  { sourcePath, untilSeconds, folder, signal }: Decoding,
): Promise<void> {
  const { size } = await stat(sourcePath);
  const audioSeconds = rendition.track.endSeconds - rendition.track.startSeconds;
  const seconds = 120 + size / 5_000_000 + audioSeconds / 10;
  const job = {
    program: 'ffmpeg',
    args: (inputUrl: string, out: string) =>
      buildEvenArguments(plan, rendition, untilSeconds, { inputUrl, output: join(out, OUTPUT) }),
    inputPath: sourcePath,
    folder,
    pipes: 0,
    limits: {
      ...getMemoryLimits(0, 1),
      cpuSeconds: seconds,
      // FLAC of noise is hardly smaller than its content.
      fileBytes: audioSeconds * rendition.sampleRate * rendition.channels * 3 + 2 ** 24,
    },
    signal,
  } as const;
  const exit = await runCaged(tools, job, seconds * 1000, () => undefined);
  if (exit.timedOut) throw new EncodeError('timeout', exit.stderr);
  if (exit.code !== 0) throw toEncodeFailure(exit);
}

/**
 * Builds argv of the ffmpeg that decodes one audio stream to FLAC of the rendition's format, with
 * its times, up to a moment of the source's clock.
 */
export function buildEvenArguments(
  plan: EncodingPlan,
  { track, channels, sampleRate }: EncodedAudio,
  untilSeconds: number,
  { inputUrl, output }: { inputUrl: string; output: string },
): string[] {
  const seconds = untilSeconds - track.startSeconds;
  return [
    '-hide_banner',
    '-loglevel',
    'warning',
    '-nostats',
    '-nostdin',
    '-y',
    '-max_error_rate',
    '1',
    ...(plan.keepsClock ? ['-copyts'] : []),
    ...buildInputArguments(plan.kind, inputUrl),
    ...(track.channelStreams
      ? ['-filter_complex', `${buildTrackInput(track)}anull[a]`, '-map', '[a]']
      : ['-map', `0:${track.streamIndex}`]),
    '-ac',
    String(channels),
    '-ar',
    String(sampleRate),
    ...(seconds < Infinity ? ['-t', toDecimal(seconds)] : []),
    '-c:a',
    'flac',
    '-compression_level',
    '0',
    '-sample_fmt',
    's16',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-f',
    'matroska',
    `file:${output}`,
  ];
}
