import { audioArguments, audioGraph } from './audio-arguments.ts';
import { buildInputArguments } from '../probe/demux.ts';
import { decimal, normalisingFilters } from './filters.ts';
import {
  type PieceWindow,
  getEncoderSpan,
  toFrameTicks,
  getPieceWindow,
  getReadStartSeconds,
  getAudioWindow,
} from '../plan/piece-window.ts';
import { type Overlay, overlayGraph, overlayInput, splitOverlay } from './overlay-filter.ts';
import type { PlannedPiece } from '../plan/pieces.ts';
import type {
  EncodedAudio,
  EncodedVideo,
  EncodingPlan,
  VideoTiming,
} from '../plan/encoding-plan.ts';
import { keysWithin, videoArguments } from './video-arguments.ts';

const FIRST_PIPE = 3;

export type Settings = {
  threads: number;
  canToneMap: boolean;
  /** burned into all pictures; its PNG is read from the pipe behind those of the outputs */
  overlay?: Overlay | null;
};
type PlannedPictures = NonNullable<EncodingPlan['video']>;

/** The encoded renditions of a piece, in the order of its pipes: pictures, then sound. */
export function renditionsOf(
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
 * argv of the one ffmpeg that decodes a piece of the source once and writes each rendition as
 * fragmented MP4 to a pipe of its own: fd 3, 4, … for the video renditions, then the audio renditions.
 * An overlay's PNG is read from the next one. Throws RangeError when the plan has no such piece.
 */
export function encodeArguments(
  plan: EncodingPlan,
  piece: PlannedPiece,
  inputUrl: string,
  settings: Settings,
): string[] {
  const window = getPieceWindow(plan, piece);
  const { video, audio } = renditionsOf(plan, piece);
  const { threads } = settings;
  const timing = plan.video?.timing;
  return [
    ...['-hide_banner', '-loglevel', 'warning', '-nostats', '-nostdin', '-y'],
    // What can't be decoded is held or silent; ffmpeg would call it a failure where that is the most.
    ...['-max_error_rate', '1'],
    // Resolution may change midway: the first filter evens that out, a new graph would lose its clock.
    ...(plan.keepsClock ? ['-copyts'] : []),
    ...['-reinit_filter', '0', '-filter_complex_threads', String(threads)],
    ...seekArguments(plan, window, video),
    ...['-threads', String(threads)],
    ...buildInputArguments(plan.kind, inputUrl),
    ...(hasOverlay(video, settings) ? overlayInput(FIRST_PIPE + video.length + audio.length) : []),
    ...['-filter_complex', filterGraph(plan, piece, { video, audio }, settings)],
    ...video.flatMap((rendition, n) => [
      ...(timing ? videoArguments(plan, timing, window, rendition, { n, threads }) : []),
      `pipe:${FIRST_PIPE + n}`,
    ]),
    ...audio.flatMap((rendition, n) => [
      ...audioArguments(rendition, n),
      `pipe:${FIRST_PIPE + video.length + n}`,
    ]),
  ];
}

/** Whether a piece of these renditions reads the PNG of an overlay. */
export function hasOverlay(
  video: readonly EncodedVideo[],
  { overlay }: Pick<Settings, 'overlay'>,
): boolean {
  return video.length > 0 && Boolean(overlay);
}

function seekArguments(plan: EncodingPlan, window: PieceWindow, video: EncodedVideo[]): string[] {
  const seconds = getReadStartSeconds(plan, window, video);
  if (seconds === null) return [];
  // On the source's own clock; pictures are cut off by the filters, exactly.
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', seconds.toFixed(6)];
}

type Renditions = { video: EncodedVideo[]; audio: EncodedAudio[] };

function filterGraph(
  plan: EncodingPlan,
  piece: PlannedPiece,
  { video, audio }: Renditions,
  settings: Settings,
): string {
  const window = getPieceWindow(plan, piece);
  const pictures =
    plan.video && video.length > 0 ? videoGraph(plan, plan.video, window, video, settings) : [];
  const sounds = audio.map((rendition, n) =>
    audioGraph(plan, rendition, { n, frames: getAudioWindow(rendition, piece).frames }),
  );
  return [...pictures, ...sounds].join(';');
}

function videoGraph(
  plan: EncodingPlan,
  { source, timing }: PlannedPictures,
  window: PieceWindow,
  renditions: EncodedVideo[],
  { canToneMap, overlay }: Settings,
): string[] {
  const [largest = { width: 2, height: 2 }] = renditions.toSorted(
    (a, b) => b.width * b.height - a.width * a.height,
  );
  const head = [
    ...normalisingFilters(source, canToneMap, largest),
    ...timingFilters(plan, timing, startSeconds(plan, timing, window, renditions)),
    `split=${renditions.length}`,
  ];
  const labels = renditions.map((_, n) => `[s${n}]`).join('');
  return [
    `[0:${source.streamIndex}]${head.join(',')}${labels}`,
    ...(overlay ? [splitOverlay('1:0', timeBase(plan, timing), renditions.length)] : []),
    ...renditions.map((rendition, n) => {
      const chain = [
        ...spanFilters(plan, timing, window, rendition),
        `scale=${rendition.width}:${rendition.height}:flags=bicubic`,
        'setsar=1',
        'format=yuv420p',
      ];
      if (!overlay) return `[s${n}]${chain.join(',')}[v${n}]`;
      const labels = { image: `i${n}`, base: `b${n}`, out: `v${n}` };
      return `[s${n}]${chain.join(',')}[b${n}];${overlayGraph(overlay, rendition, labels)}`;
    }),
  ];
}

/** Of the pictures behind `timingFilters`. */
function timeBase({ grid }: EncodingPlan, timing: VideoTiming): string {
  if (timing.mode !== 'constant') return `1/${grid.timescale}`;
  return `${timing.rate.denominator}/${timing.rate.numerator}`;
}

/** Where the first encoder begins to look, in seconds of the stream. */
function startSeconds(
  plan: EncodingPlan,
  timing: VideoTiming,
  window: PieceWindow,
  renditions: readonly EncodedVideo[],
): number {
  const from = renditions.map((one) => getEncoderSpan(plan, timing, window, one).fromTick);
  return Math.min(...from) / plan.grid.timescale;
}

/** Puts the pictures on the plan's clock. */
function timingFilters(plan: EncodingPlan, timing: VideoTiming, fromSeconds: number): string[] {
  // Rounded, because setpts cuts off fractions, and the grid of a variable rate is exact to the tick.
  const moved = `setpts=round(PTS-(${decimal(plan.originSeconds)})/TB)`;
  if (timing.mode !== 'constant') return [moved, `settb=1/${plan.grid.timescale}`];
  const { numerator, denominator } = timing.rate;
  const fps = `fps=fps=${numerator}/${denominator}`;
  return [
    moved,
    // Every place of the grid gets a picture, whatever the decoder leaves out or repeats, and be the
    // whole source shorter than half a place…
    `${fps}${fromSeconds > 0 ? '' : ':start_time=0'}:round=near:eof_action=pass`,
    // …up to the planned end, where the last one is held…
    'tpad=stop_mode=clone:stop=-1',
    // …and from the beginning of a piece on, also where what lies there is damaged.
    ...(fromSeconds > 0 ? [`${fps}:start_time=${decimal(fromSeconds)}`] : []),
  ];
}

/** What one encoder gets to see. Times in ticks, or in frames behind `fps`, whose clock counts frames. */
function spanFilters(
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
      ...(frameStep > 1 ? [everyNth(plan, timing, window, rendition)] : []),
    ];
  const frame = toFrameTicks(plan.grid.timescale, timing.rate);
  const [from, until] = [Math.round(fromTick / frame), Math.round(untilTick / frame)];
  return [
    `trim=start_pts=${from}:end_pts=${until}`,
    ...(frameStep > 1 ? [`framestep=${frameStep}`] : []),
  ];
}

/** Every n-th picture, counted anew from each key picture, which is always kept. */
function everyNth(
  plan: EncodingPlan,
  timing: Exclude<VideoTiming, { mode: 'constant' }>,
  window: PieceWindow,
  rendition: EncodedVideo,
): string {
  const { frameStep } = rendition;
  const { fromTick } = getEncoderSpan(plan, timing, window, rendition);
  const least = Math.round((frameStep - 0.5) * toFrameTicks(plan.grid.timescale, timing.rate));
  const keys = keysWithin(timing.keyTicks, fromTick, window).map((tick) => `+eq(pts\\,${tick})`);
  return `select=isnan(prev_selected_pts)+gte(pts-prev_selected_pts\\,${least})${keys.join('')}`;
}
