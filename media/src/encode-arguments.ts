import { inputArguments } from './demux.ts';
import { normalisingFilters } from './filters.ts';
import { AAC_FRAME } from './grid.ts';
import type { EncodingPlan, PlannedAudio, PlannedVideo } from './plan.ts';

const COMMON_OUTPUT = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'];
const FIRST_PIPE = 3;

type Settings = { threads: number | null; canToneMap: boolean };
type PlannedPictures = NonNullable<EncodingPlan['video']>;

/**
 * argv of the one ffmpeg that decodes the source once and writes each rendition as fragmented MP4 to
 * a pipe of its own: fd 3, 4, … for the video renditions in order, then the audio renditions.
 */
export function encodeArguments(
  plan: EncodingPlan,
  inputUrl: string,
  settings: Settings,
): string[] {
  const video = plan.video?.renditions ?? [];
  return [
    ...['-hide_banner', '-loglevel', 'warning', '-nostats', '-nostdin', '-y'],
    // Resolution may change midway: the first filter evens that out, a new graph would lose its clock.
    ...(plan.keepsClock ? ['-copyts'] : []),
    ...['-reinit_filter', '0'],
    ...inputArguments(plan.kind, inputUrl),
    ...['-filter_complex', filterGraph(plan, settings.canToneMap)],
    ...video.flatMap((rendition, n) => [
      ...videoArguments(plan, rendition, n, settings.threads),
      `pipe:${FIRST_PIPE + n}`,
    ]),
    ...plan.audio.flatMap((rendition, n) => [
      ...audioArguments(rendition, n),
      `pipe:${FIRST_PIPE + video.length + n}`,
    ]),
  ];
}

function filterGraph(plan: EncodingPlan, canToneMap: boolean): string {
  const pictures = plan.video ? videoGraph(plan, plan.video, canToneMap) : [];
  const sounds = plan.audio.map((rendition, n) => audioGraph(plan, rendition, n));
  return [...pictures, ...sounds].join(';');
}

function videoGraph(plan: EncodingPlan, video: PlannedPictures, canToneMap: boolean): string[] {
  const { renditions, source } = video;
  const largest = renditions[0]?.rung ?? { width: 2, height: 2 };
  const head = [
    ...normalisingFilters(source, canToneMap, largest),
    ...timingFilters(plan, video),
    `split=${renditions.length}`,
  ];
  const labels = renditions.map((_, n) => `[s${n}]`).join('');
  return [
    `[0:${source.streamIndex}]${head.join(',')}${labels}`,
    ...renditions.map(({ rung, frameStep }, n) => {
      const chain = [
        ...(frameStep > 1 ? [`framestep=${frameStep}`] : []),
        `scale=${rung.width}:${rung.height}:flags=bicubic`,
        'setsar=1',
        'format=yuv420p',
      ];
      return `[s${n}]${chain.join(',')}[v${n}]`;
    }),
  ];
}

/** Puts the pictures on the plan's clock and makes their number the planned one. */
function timingFilters(plan: EncodingPlan, { timing }: PlannedPictures): string[] {
  // Rounded, because setpts cuts off fractions, and the grid of a variable rate is exact to the tick.
  const moved = `setpts=round(PTS-(${decimal(plan.originSeconds)})/TB)`;
  if (timing.mode === 'variable')
    return [moved, `settb=1/${plan.grid.timescale}`, `trim=end_pts=${plan.grid.endTick}`];
  const { numerator, denominator } = timing.rate;
  return [
    moved,
    // Every place of the grid gets a picture, whatever the decoder leaves out or repeats…
    `fps=fps=${numerator}/${denominator}:start_time=0:round=near`,
    // …up to the planned end, where the last one is held.
    'tpad=stop_mode=clone:stop=-1',
    `trim=end_frame=${timing.frameCount}`,
  ];
}

/** A number of seconds in plain digits, as filters want it. */
function decimal(seconds: number): string {
  return seconds.toFixed(9);
}

function videoArguments(
  plan: EncodingPlan,
  rendition: PlannedVideo,
  n: number,
  threads: number | null,
): string[] {
  const { intent } = rendition.rung;
  const timescale = plan.grid.timescale;
  return [
    ...['-map', `[v${n}]`, '-c:v', 'libx264', '-preset', intent.speed],
    ...['-profile:v', intent.profile, '-level:v', (rendition.level / 10).toFixed(1)],
    ...['-crf', String(intent.crf)],
    ...['-maxrate', `${intent.maxBitrateKbps}k`, '-bufsize', `${2 * intent.maxBitrateKbps}k`],
    ...(threads === null ? [] : ['-threads:v', String(threads)]),
    ...keyFrameArguments(plan, rendition),
    ...['-x264-params', 'open-gop=0:scenecut=0'],
    ...['-fps_mode', 'passthrough', '-enc_time_base', `1:${timescale}`],
    ...['-video_track_timescale', String(timescale), ...COMMON_OUTPUT, '-flags:v', '+bitexact'],
    ...['-movflags', '+cmaf+frag_keyframe+frag_discont', '-flush_packets', '1', '-f', 'mp4'],
  ];
}

function keyFrameArguments(plan: EncodingPlan, rendition: PlannedVideo): string[] {
  const timing = plan.video?.timing;
  if (timing?.mode === 'variable') {
    const times = timing.keyTicks.map((tick) => (tick / plan.grid.timescale).toFixed(6));
    return ['-g', '9999', '-keyint_min', '1', '-force_key_frames', times.join(',')];
  }
  const frames = String((timing?.gopFrames ?? 1) / rendition.frameStep);
  return ['-g', frames, '-keyint_min', frames];
}

/** Sound on the plan's clock: silence for what is missing, exactly the planned number of samples. */
function audioGraph(plan: EncodingPlan, rendition: PlannedAudio, n: number): string {
  const { source, intent, channels } = rendition;
  const samples = rendition.frameCount * AAC_FRAME;
  const layout = channels === 1 ? 'mono' : 'stereo';
  // Without a layout there is no rule for mixing: the first channels stand for all.
  const unplaced = source.channelLayout === null && source.channels > 2;
  const pan = channels === 1 ? 'pan=mono|c0=c0' : 'pan=stereo|c0=c0|c1=c1';
  const chain = [
    `asetpts=round(PTS-(${decimal(plan.originSeconds)})/TB)`,
    ...(unplaced ? [pan] : []),
    `aresample=${intent.sampleRate}:async=1:first_pts=0:min_hard_comp=0.1`,
    `aformat=sample_fmts=fltp:sample_rates=${intent.sampleRate}:channel_layouts=${layout}`,
    `apad=whole_len=${samples}`,
    `atrim=end_sample=${samples}`,
  ];
  return `[0:${source.streamIndex}]${chain.join(',')}[a${n}]`;
}

function audioArguments(rendition: PlannedAudio, n: number): string[] {
  const kbps = Math.round(
    (rendition.intent.bitrateKbps * rendition.channels) / rendition.intent.channels,
  );
  return [
    ...['-map', `[a${n}]`, '-c:a', 'aac', '-b:a', `${kbps}k`],
    ...['-avoid_negative_ts', 'disabled', ...COMMON_OUTPUT, '-flags:a', '+bitexact'],
    ...['-movflags', '+cmaf+frag_discont', '-frag_duration', '2000000'],
    ...['-flush_packets', '1', '-f', 'mp4'],
  ];
}
