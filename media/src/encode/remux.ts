import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CagedExit, runCaged } from '../cage/cage.ts';
import { buildInputArguments, getMemoryLimits } from '../probe/demux.ts';
import { encodeFailure, ownError } from './encode-failure.ts';
import { EncodeError } from '../cage/errors.ts';
import type { EncodingPlan, PlannedAudio } from '../plan/encoding-plan.ts';
import { LEAD_SEGMENTS } from '../plan/pieces.ts';
import { probeSource } from '../probe/probe.ts';
import { chooseRemuxContainer } from '../plan/remux-container.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import type { MediaTools } from '../cage/tools.ts';

/**
 * Whether pieces of this plan can only be reached in a copy of the source that has an index, made by
 * `remuxSource`. Pieces that begin with the first segment, and sound, can do without.
 */
export function needsRemux(plan: EncodingPlan): boolean {
  return plan.access === 'remux' && plan.grid.borders.length > LEAD_SEGMENTS;
}

/**
 * Copies the planned streams into a container with an index, packet by packet, to `outPath` (a file
 * that does not exist, in an existing folder), and gives the same plan for that file.
 * Throws EncodeError, or the signal's reason when aborted; nothing is left behind then.
 */
export async function remuxSource(
  tools: MediaTools,
  plan: EncodingPlan,
  sourcePath: string,
  outPath: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<EncodingPlan> {
  const folder = await mkdtemp(join(dirname(outPath), 'remux-'));
  try {
    const exit = await copyStreams(tools, plan, { sourcePath, folder, signal: options.signal });
    if (exit.timedOut) throw new EncodeError('timeout', exit.stderr);
    if (exit.code !== 0) throw encodeFailure(exit);
    const made = join(folder, OUTPUT);
    const probe = await probeSource(tools, made, options);
    const moved = movePlan(plan, probe);
    await rename(made, outPath);
    return moved;
  } catch (error) {
    options.signal?.throwIfAborted();
    throw ownError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const OUTPUT = 'indexed';

type Copying = { sourcePath: string; folder: string; signal: AbortSignal | undefined };

async function copyStreams(
  tools: MediaTools,
  plan: EncodingPlan,
  { sourcePath, folder, signal }: Copying,
): Promise<CagedExit & { timedOut: boolean }> {
  const { size } = await stat(sourcePath).catch((cause: unknown) => {
    throw new EncodeError('source_unreadable', 'the source could not be opened', { cause });
  });
  const seconds = 120 + size / 5_000_000;
  const job = {
    program: 'ffmpeg',
    args: (inputUrl: string, out: string) => remuxArguments(plan, inputUrl, join(out, OUTPUT)),
    inputPath: sourcePath,
    folder,
    pipes: 0,
    limits: {
      ...getMemoryLimits(0, 1),
      cpuSeconds: seconds,
      fileBytes: size * 1.25 + 64 * 1024 * 1024,
    },
    signal,
  } as const;
  return runCaged(tools, job, seconds * 1000, () => undefined);
}

const MP4_ARGUMENTS = [
  ...['-video_track_timescale', '90000', '-movie_timescale', '90000'],
  // Transport streams leave out how long a picture lasts; the edit list would then cut off the last.
  ...['-bsf:v', 'setts=pts=PTS:dts=DTS:duration=0.1/TB'],
];

/** argv of the ffmpeg that copies the planned streams, the picture first, into a file with an index. */
function remuxArguments(plan: EncodingPlan, inputUrl: string, output: string): string[] {
  const { video } = plan;
  const container = video && chooseRemuxContainer(video.source.codec, audioCodecs(plan));
  if (!video || !container) throw new RangeError('no container takes these streams');
  const streams = [video.source.streamIndex, ...audioStreams(plan)];
  return [
    ...['-hide_banner', '-loglevel', 'warning', '-nostats', '-nostdin', '-y'],
    '-copyts',
    ...buildInputArguments(plan.kind, inputUrl),
    ...streams.flatMap((index) => ['-map', `0:${index}`]),
    ...['-c', 'copy', '-output_ts_offset', String(shiftOf(plan)), '-avoid_negative_ts', 'disabled'],
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...(container === 'mp4' ? MP4_ARGUMENTS : []),
    ...soundFilters(plan),
    ...['-f', container, `file:${output}`],
  ];
}

/**
 * Sound of transport streams loses its headers (ISO/IEC 13818-7 §6.2). A filter that is stated leaves
 * out what it can't read; the one that the container would bring along ends the copy there.
 */
function soundFilters(plan: EncodingPlan): string[] {
  if (plan.kind !== 'mpegts') return [];
  return audioStreams(plan).flatMap((index, n) =>
    plan.audio.some(({ track }) => track.streamIndex === index && track.codec === 'aac')
      ? [`-bsf:a:${n}`, 'aac_adtstoasc']
      : [],
  );
}

// Room for decode times in front of the first picture.
const FIRST_SECOND = 10;

/**
 * By how much all times move, in whole seconds, which are exact on every clock. Not left to ffmpeg: a
 * stream may begin between two key pictures, and what is in front of the first is not copied.
 */
function shiftOf({ originSeconds }: EncodingPlan): number {
  return FIRST_SECOND - Math.floor(originSeconds);
}

function audioCodecs({ audio }: EncodingPlan): string[] {
  return audio.map(({ track }) => track.codec);
}

/** Numbers of the source's audio streams, each once, in the order of the plan. */
function audioStreams({ audio }: EncodingPlan): number[] {
  return [...new Set(audio.map(({ track }) => track.streamIndex))];
}

/** The plan for the copied file: the streams have other numbers there, and all times are shifted alike. */
function movePlan(plan: EncodingPlan, probe: SourceProbe): EncodingPlan {
  const { video } = plan;
  if (!video || !probe.video) throw new EncodeError('source_unreadable', 'no pictures were copied');
  const shift = shiftOf(plan);
  const endSeconds = video.source.endSeconds + shift;
  if (Math.abs(probe.video.endSeconds - endSeconds) > 0.5)
    throw new EncodeError('source_unreadable', 'pictures were lost while copying');
  const streams = audioStreams(plan);
  const { streamIndex, startSeconds } = probe.video;
  const source = { ...video.source, streamIndex, startSeconds, endSeconds };
  return {
    ...plan,
    kind: probe.kind,
    access: 'seek',
    originSeconds: plan.originSeconds + shift,
    video: { ...video, source },
    audio: plan.audio.map((rendition): PlannedAudio => {
      const copied = probe.audio[streams.indexOf(rendition.track.streamIndex)];
      if (!copied) throw new EncodeError('source_unreadable', 'sound was lost while copying');
      const track = {
        ...rendition.track,
        streamIndex: copied.streamIndex,
        startSeconds: rendition.track.startSeconds + shift,
        endSeconds: rendition.track.endSeconds + shift,
      };
      return { ...rendition, track };
    }),
  };
}
