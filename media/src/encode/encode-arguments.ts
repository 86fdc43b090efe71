import { buildAudioArguments, buildAudioGraph } from './audio-arguments.ts';
import { buildDecoderArguments, buildInputArguments } from '../probe/demux.ts';
import { toFramesPerSecond } from '../probe/frame-rate.ts';
import { buildColourStamp, buildNormalisingFilters, getFrameColour, toDecimal } from './filters.ts';
import {
  LATE_FRAMES,
  type PieceWindow,
  getEncoderSpan,
  toFrameTicks,
  getPieceWindow,
  getReadStartSeconds,
  getAudioWindow,
} from '../plan/piece-window.ts';
import {
  type Overlay,
  buildOverlayGraph,
  buildOverlayInput,
  splitOverlay,
} from './overlay-filter.ts';
import type { PlannedPiece } from '../plan/pieces.ts';
import type {
  EncodedAudio,
  EncodedVideo,
  EncodingPlan,
  VideoTiming,
} from '../plan/encoding-plan.ts';
import { listKeysWithin, buildVideoArguments } from './video-arguments.ts';

const FIRST_PIPE = 3;

export type Settings = {
  threads: number;
  canToneMap: boolean;
  /** burned into all frames; its PNG is read from the pipe behind those of the outputs */
  overlay?: Overlay | null;
};
type PlannedVideo = NonNullable<EncodingPlan['video']>;

/** Selects the encoded renditions of a piece, in the order of its pipes: video, then audio. */
export function selectRenditions(
  plan: EncodingPlan,
  { renditionIds }: PlannedPiece,
): { video: EncodedVideo[]; audio: EncodedAudio[] } {
  const wanted = new Set(renditionIds);
  const video = (plan.video?.renditions ?? []).flatMap((rendition) =>
    rendition.source === 'encode' && wanted.delete(rendition.id) ? [rendition] : [],
  );
  const audio = plan.audio.flatMap((rendition) =>
    rendition.source === 'encode' && wanted.delete(rendition.id) ? [rendition] : [],
  );
  if (wanted.size > 0) throw new RangeError(`nothing is encoded for ${[...wanted].join(', ')}`);
  return { video, audio };
}

/**
 * Builds argv of the one ffmpeg that decodes a piece of the source once and writes each rendition
 * as fragmented MP4 to its own pipe: fd 3, 4, … for the video renditions, then the audio
 * renditions. An overlay's PNG is read from the next one. Throws RangeError when the plan has no
 * such piece.
 */
export function buildEncodeArguments(
  plan: EncodingPlan,
  piece: PlannedPiece,
  inputUrl: string,
  settings: Settings,
): string[] {
  const window = getPieceWindow(plan, piece);
  const { video, audio } = selectRenditions(plan, piece);
  const { threads } = settings;
  const timing = plan.video?.timing;
  return [
    '-hide_banner',
    '-loglevel',
    'warning',
    '-nostats',
    '-nostdin',
    '-y',
    // Undecodable media is repeated or silent; ffmpeg would fail where that is most of it.
    '-max_error_rate',
    '1',
    // Resolution may change midway: the first filter evens that out, a new graph would lose its
    // clock.
    ...(plan.keepsClock ? ['-copyts'] : []),
    '-reinit_filter',
    '0',
    '-filter_complex_threads',
    String(threads),
    ...buildSeekArguments(plan, window, video),
    '-threads',
    String(threads),
    ...(video.length > 0 ? buildDecoderArguments(plan.video?.source) : []),
    ...buildInputArguments(plan.kind, inputUrl),
    ...(hasOverlay(video, settings)
      ? buildOverlayInput(FIRST_PIPE + video.length + audio.length)
      : []),
    '-filter_complex',
    buildFilterGraph(plan, piece, { video, audio }, settings),
    ...video.flatMap((rendition, n) => [
      ...(timing ? buildVideoArguments(plan, timing, window, rendition, { n, threads }) : []),
      `pipe:${FIRST_PIPE + n}`,
    ]),
    ...audio.flatMap((rendition, n) => [
      ...buildAudioArguments(rendition, n),
      `pipe:${FIRST_PIPE + video.length + n}`,
    ]),
  ];
}

/** True when a piece of these renditions reads the PNG of an overlay. */
export function hasOverlay(
  video: readonly EncodedVideo[],
  { overlay }: Pick<Settings, 'overlay'>,
): boolean {
  return video.length > 0 && Boolean(overlay);
}

function buildSeekArguments(
  plan: EncodingPlan,
  window: PieceWindow,
  video: EncodedVideo[],
): string[] {
  const seconds = getReadStartSeconds(plan, window, video);
  if (seconds === null) return [];
  // Seeking uses the source's own clock; the filters then cut exactly.
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', seconds.toFixed(6)];
}

type Renditions = { video: EncodedVideo[]; audio: EncodedAudio[] };

function buildFilterGraph(
  plan: EncodingPlan,
  piece: PlannedPiece,
  { video, audio }: Renditions,
  settings: Settings,
): string {
  const window = getPieceWindow(plan, piece);
  const videoGraphs =
    plan.video && video.length > 0
      ? buildVideoGraph(plan, plan.video, window, video, settings)
      : [];
  const audioGraphs = audio.map((rendition, n) =>
    buildAudioGraph(plan, rendition, { n, frames: getAudioWindow(rendition, piece).frames }),
  );
  return [...videoGraphs, ...audioGraphs].join(';');
}

function buildVideoGraph(
  plan: EncodingPlan,
  { source, timing }: PlannedVideo,
  window: PieceWindow,
  renditions: EncodedVideo[],
  { canToneMap, overlay }: Settings,
): string[] {
  const [largest = { width: 2, height: 2 }] = renditions.toSorted(
    (a, b) => b.width * b.height - a.width * a.height,
  );
  const head = [
    ...buildNormalisingFilters(source, canToneMap, largest),
    ...buildTimingFilters(plan, timing, getStartSeconds(plan, timing, window, renditions)),
    `split=${renditions.length}`,
  ];
  const labels = renditions.map((_, n) => `[s${n}]`).join('');
  const colour = getFrameColour(source, canToneMap);
  return [
    `[0:${source.streamIndex}]${head.join(',')}${labels}`,
    ...(overlay ? [splitOverlay('1:0', getTimeBase(plan, timing), renditions.length)] : []),
    ...renditions.map((rendition, n) => {
      const chain = [
        ...buildSpanFilters(plan, timing, window, rendition),
        `scale=${rendition.width}:${rendition.height}:flags=bicubic`,
        'setsar=1',
        'format=yuv420p',
        ...buildColourStamp(colour),
      ];
      if (!overlay) return `[s${n}]${chain.join(',')}[v${n}]`;
      const labels = { image: `i${n}`, base: `b${n}`, out: `v${n}` };
      const drawing = buildOverlayGraph(overlay, { ...rendition, matrix: colour?.matrix }, labels);
      return `[s${n}]${chain.join(',')}[b${n}];${drawing}`;
    }),
  ];
}

/** Returns the time base of the frames behind `buildTimingFilters`. */
function getTimeBase({ grid }: EncodingPlan, timing: VideoTiming): string {
  if (timing.mode !== 'constant') return `1/${grid.timescale}`;
  return `${timing.rate.denominator}/${timing.rate.numerator}`;
}

/** Returns where the first encoder begins, in seconds of the stream. */
function getStartSeconds(
  plan: EncodingPlan,
  timing: VideoTiming,
  window: PieceWindow,
  renditions: readonly EncodedVideo[],
): number {
  const from = renditions.map((one) => getEncoderSpan(plan, timing, window, one).fromTick);
  return Math.min(...from) / plan.grid.timescale;
}

/** Puts the frames on the plan's clock. */
function buildTimingFilters(
  plan: EncodingPlan,
  timing: VideoTiming,
  fromSeconds: number,
): string[] {
  // Rounded, because setpts cuts off fractions, and the grid of a variable rate is exact to the tick.
  const moved = `setpts=round(PTS-(${toDecimal(plan.originSeconds)})/TB${buildReorderShift(plan)})`;
  if (timing.mode !== 'constant') return [moved, `settb=1/${plan.grid.timescale}`];
  const { numerator, denominator } = timing.rate;
  const fps = `fps=fps=${numerator}/${denominator}`;
  return [
    moved,
    // Every place of the grid gets a frame, whatever the decoder skips or repeats, even where the
    // whole source is shorter than half a place…
    `${fps}${fromSeconds > 0 ? '' : ':start_time=0'}:round=near:eof_action=pass`,
    // …up to the planned end, where the last frame repeats…
    'tpad=stop_mode=clone:stop=-1',
    // …and from the beginning of a piece on, even where the source is damaged there.
    ...(fromSeconds > 0 ? [`${fps}:start_time=${toDecimal(fromSeconds)}`] : []),
  ];
}

/**
 * AVI has decode times alone, and ffmpeg gives a frame the time of the packet with which the decoder
 * let it go: with B frames all come as late as the first. One that comes later than decoders keep
 * frames back follows others that can't be decoded.
 */
function buildReorderShift({ kind, video }: EncodingPlan): string {
  if (kind !== 'avi' || !video) return '';
  const { startSeconds, frameRate } = video.source;
  const start = `(${toDecimal(startSeconds)})`;
  const late = toDecimal(LATE_FRAMES / toFramesPerSecond(frameRate));
  return `-if(lt(STARTT-${start}\\,${late})\\,STARTPTS-${start}/TB\\,0)`;
}

/** Limits one encoder's input. Times are in ticks, or in frames after `fps`, whose clock counts frames. */
function buildSpanFilters(
  plan: EncodingPlan,
  timing: VideoTiming,
  window: PieceWindow,
  rendition: EncodedVideo,
): string[] {
  const { fromTick, untilTick } = getEncoderSpan(plan, timing, window, rendition);
  const { frameStep } = rendition;
  if (timing.mode !== 'constant')
    return [
      `trim=start_pts=${fromTick}:end_pts=${untilTick}`,
      ...(frameStep > 1 ? [buildStepFilter(plan, timing, window, rendition)] : []),
    ];
  const frame = toFrameTicks(plan.grid.timescale, timing.rate);
  const [from, until] = [Math.round(fromTick / frame), Math.round(untilTick / frame)];
  return [
    `trim=start_pts=${from}:end_pts=${until}`,
    ...(frameStep > 1 ? [`framestep=${frameStep}`] : []),
  ];
}

/** Keeps every n-th frame, counting from each key frame, which is always kept. */
function buildStepFilter(
  plan: EncodingPlan,
  timing: Exclude<VideoTiming, { mode: 'constant' }>,
  window: PieceWindow,
  rendition: EncodedVideo,
): string {
  const { frameStep } = rendition;
  const { fromTick } = getEncoderSpan(plan, timing, window, rendition);
  const minTicks = Math.round((frameStep - 0.5) * toFrameTicks(plan.grid.timescale, timing.rate));
  const keys = listKeysWithin(timing.keyTicks, fromTick, window).map(
    (tick) => `+eq(pts\\,${tick})`,
  );
  return `select=isnan(prev_selected_pts)+gte(pts-prev_selected_pts\\,${minTicks})${keys.join('')}`;
}
