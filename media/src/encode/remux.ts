import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CagedExit, runCaged } from '../cage/cage.ts';
import { buildInputArguments, getMemoryLimits } from '../probe/demux.ts';
import { toEncodeFailure, toEncodeError } from './encode-failure.ts';
import { EncodeError } from '../cage/errors.ts';
import type { EncodingPlan, PlannedAudio } from '../plan/encoding-plan.ts';
import { LEAD_SEGMENTS } from '../plan/pieces.ts';
import { listTrackStreams } from '../probe/audio-channels.ts';
import { probeSource } from '../probe/probe.ts';
import { chooseRemuxContainer } from '../plan/remux-container.ts';
import type { SourceProbe, VideoSource } from '../probe/source-probe.ts';
import type { MediaTools } from '../cage/tools.ts';

/**
 * True when pieces of this plan can only be reached in a copy of the source with an index, made by
 * `remuxSource`. Pieces that begin with the first segment, and audio, need none.
 */
export function needsRemux(plan: EncodingPlan): boolean {
  return plan.access === 'remux' && plan.grid.borders.length > LEAD_SEGMENTS;
}

/**
 * Copies the planned streams into a container with an index, packet by packet, to `outPath` (a file
 * that does not exist, in an existing folder), and returns the same plan for that file. Throws
 * EncodeError, or the signal's reason when aborted; nothing is left behind then.
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
    if (exit.code !== 0) throw toEncodeFailure(exit);
    const made = join(folder, OUTPUT);
    const probe = await probeSource(tools, made, options);
    const moved = movePlan(plan, probe);
    await rename(made, outPath);
    return moved;
  } catch (error) {
    options.signal?.throwIfAborted();
    throw toEncodeError(error);
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
    args: (inputUrl: string, out: string) => buildRemuxArguments(plan, inputUrl, join(out, OUTPUT)),
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

/**
 * Transport streams don't state how long a frame lasts, and an edit list ends with the last frame: one
 * without length would be cut off.
 */
function buildMp4Arguments({ frameRate }: Pick<VideoSource, 'frameRate'>): string[] {
  const duration = `${frameRate.denominator}/${frameRate.numerator}/TB`;
  return [
    '-video_track_timescale',
    '90000',
    '-movie_timescale',
    '90000',
    '-bsf:v',
    `setts=pts=PTS:dts=DTS:duration=${duration}`,
  ];
}

/** Builds argv of the ffmpeg that copies the planned streams, video first, into a file with an index. */
function buildRemuxArguments(plan: EncodingPlan, inputUrl: string, output: string): string[] {
  const { video } = plan;
  const container = video && chooseRemuxContainer(video.source.codec, listAudioCodecs(plan));
  if (!video || !container) throw new RangeError('no container takes these streams');
  const streams = [video.source.streamIndex, ...listAudioStreams(plan)];
  return [
    '-hide_banner',
    '-loglevel',
    'warning',
    '-nostats',
    '-nostdin',
    '-y',
    '-copyts',
    ...buildInputArguments(plan.kind, inputUrl),
    ...streams.flatMap((index) => ['-map', `0:${index}`]),
    '-c',
    'copy',
    '-output_ts_offset',
    String(getShiftSeconds(plan)),
    '-avoid_negative_ts',
    'disabled',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    ...(container === 'mp4' ? buildMp4Arguments(video.source) : []),
    ...buildAudioFilters(plan),
    '-f',
    container,
    `file:${output}`,
  ];
}

/**
 * Audio of transport streams loses its headers (ISO/IEC 13818-7 §6.2). A stated filter skips
 * packets that it can't read; the container's own would end the copy there.
 */
function buildAudioFilters(plan: EncodingPlan): string[] {
  if (plan.kind !== 'mpegts') return [];
  return listAudioStreams(plan).flatMap((index, n) =>
    plan.audio.some(({ track }) => listTrackStreams(track).includes(index) && track.codec === 'aac')
      ? [`-bsf:a:${n}`, 'aac_adtstoasc']
      : [],
  );
}

// This leaves room for decode times in front of the first frame.
const START_SECONDS = 10;

/**
 * Returns by how much all times move, in whole seconds, which are exact on every clock. ffmpeg
 * can't choose it: a stream may begin between two key frames, and packets before the first are not
 * copied.
 */
function getShiftSeconds({ originSeconds }: EncodingPlan): number {
  return START_SECONDS - Math.floor(originSeconds);
}

function listAudioCodecs({ audio }: EncodingPlan): string[] {
  return audio.map(({ track }) => track.codec);
}

/** Lists the numbers of the source's audio streams, each once, in the order of the plan. */
function listAudioStreams({ audio }: EncodingPlan): number[] {
  return [...new Set(audio.flatMap(({ track }) => listTrackStreams(track)))];
}

/**
 * Moves the plan to the copied file: streams have other numbers there, and all times are shifted
 * alike.
 */
function movePlan(plan: EncodingPlan, probe: SourceProbe): EncodingPlan {
  const { video } = plan;
  if (!video || !probe.video) throw new EncodeError('source_unreadable', 'no video was copied');
  const shiftSeconds = getShiftSeconds(plan);
  const endSeconds = video.source.endSeconds + shiftSeconds;
  if (Math.abs(probe.video.endSeconds - endSeconds) > 0.5)
    throw new EncodeError('source_unreadable', 'video was lost while copying');
  const streams = listAudioStreams(plan);
  const copied = probe.audio.flatMap(listTrackStreams).toSorted((a, b) => a - b);
  const { streamIndex, startSeconds, keyLeadSeconds } = probe.video;
  const source = { ...video.source, streamIndex, startSeconds, endSeconds, keyLeadSeconds };
  return {
    ...plan,
    kind: probe.kind,
    access: 'seek',
    originSeconds: plan.originSeconds + shiftSeconds,
    video: { ...video, source },
    audio: plan.audio.map((rendition): PlannedAudio => {
      const moved = listTrackStreams(rendition.track).map((old) => copied[streams.indexOf(old)]);
      const [first] = moved;
      const all = moved.filter((stream) => stream !== undefined);
      if (first === undefined || all.length < moved.length)
        throw new EncodeError('source_unreadable', 'audio was lost while copying');
      const track = {
        ...rendition.track,
        streamIndex: first,
        ...(all.length > 1 ? { channelStreams: all } : {}),
        startSeconds: rendition.track.startSeconds + shiftSeconds,
        endSeconds: rendition.track.endSeconds + shiftSeconds,
      };
      return { ...rendition, track };
    }),
  };
}
