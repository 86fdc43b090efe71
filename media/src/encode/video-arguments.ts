import type { EncodingSpeed, VideoCodec } from '@kinora/contract/preset-tracks';
import type { VideoIntent, VideoQuality } from '../plan/ladder.ts';
import { type PieceWindow, getEncoderSpan, toFrameTicks, isSlow } from '../plan/piece-window.ts';
import type { EncodedVideo, EncodingPlan, VideoTiming } from '../plan/encoding-plan.ts';

export const COMMON_OUTPUT = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'];

// x264's fastest presets leave it out, though it costs them a twentieth of their time at most and
// saves up to a fifth of the bytes. Without it the quantiser of a key frame follows from all frames
// since the last one, which a piece has not seen.
const MACROBLOCK_TREE = ['-mbtree', '1', '-rc-lookahead', '10'];

const SPEEDS: Readonly<Record<VideoCodec, Readonly<Record<EncodingSpeed, readonly string[]>>>> = {
  h264: {
    fastest: ['-preset', 'ultrafast', '-aq-mode', '1', ...MACROBLOCK_TREE],
    faster: ['-preset', 'superfast', ...MACROBLOCK_TREE],
    fast: ['-preset', 'veryfast'],
    balanced: ['-preset', 'medium'],
    small: ['-preset', 'slow'],
  },
  hevc: {
    fastest: ['-preset', 'ultrafast'],
    faster: ['-preset', 'superfast'],
    fast: ['-preset', 'veryfast'],
    balanced: ['-preset', 'medium'],
    small: ['-preset', 'slow'],
  },
  av1: {
    fastest: ['-preset', '12'],
    faster: ['-preset', '11'],
    fast: ['-preset', '10'],
    balanced: ['-preset', '8'],
    small: ['-preset', '6'],
  },
  // "realtime" takes half to a third of the time of "good", and a quarter more bytes.
  vp9: {
    fastest: ['-deadline', 'realtime', '-cpu-used', '7'],
    faster: ['-deadline', 'realtime', '-cpu-used', '5'],
    fast: ['-deadline', 'good', '-cpu-used', '4'],
    balanced: ['-deadline', 'good', '-cpu-used', '2'],
    small: ['-deadline', 'good', '-cpu-used', '1'],
  },
};

/** Builds arguments of one video output of a piece, up to its address; its input is `[v{n}]`. */
export function buildVideoArguments(
  plan: EncodingPlan,
  timing: VideoTiming,
  window: PieceWindow,
  rendition: EncodedVideo,
  { n, threads }: { n: number; threads: number },
): string[] {
  const { timescale } = plan.grid;
  const { fromTick } = getEncoderSpan(plan, timing, window, rendition);
  const keys = placeKeyFrames(plan, timing, window, rendition, fromTick);
  const forced = keys.ticks.map((tick) => (tick / timescale).toFixed(6)).join(',');
  return [
    '-map',
    `[v${n}]`,
    ...buildEncoderArguments(rendition, { threads, gop: keys.distance, isAmid: fromTick > 0 }),
    ...(forced ? ['-force_key_frames', forced] : []),
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    getTimeBase(timing, rendition, timescale),
    '-video_track_timescale',
    String(timescale),
    ...COMMON_OUTPUT,
    '-flags:v',
    '+bitexact',
    '-movflags',
    '+cmaf+frag_keyframe+frag_discont',
    '-flush_packets',
    '1',
    '-f',
    'mp4',
  ];
}

/**
 * Returns the encoder's time base: libvpx assumes that every frame lasts one tick, and spends its
 * bits by that.
 */
function getTimeBase(timing: VideoTiming, { intent }: EncodedVideo, timescale: number): string {
  if (intent.codec !== 'vp9' || timing.mode !== 'constant') return `1:${timescale}`;
  return `${timing.rate.denominator}:${timing.rate.numerator}`;
}

type Encoder = {
  threads: number;
  /** max frames from key frame to key frame */
  gop: number;
  /** the encoder has not seen everything before */
  isAmid: boolean;
};

function buildEncoderArguments(
  rendition: EncodedVideo,
  { threads, gop, isAmid }: Encoder,
): string[] {
  const { intent, level } = rendition;
  const speed = SPEEDS[intent.codec][intent.speed];
  const thread = ['-threads:v', String(threads)];
  const distance = ['-g', String(gop), '-keyint_min', '1'];
  switch (intent.codec) {
    case 'h264':
      return [
        '-c:v',
        'libx264',
        ...speed,
        '-profile:v',
        intent.profile ?? 'high',
        '-level:v',
        (level / 10).toFixed(1),
        ...buildCappedQuality(intent.quality, '-crf'),
        ...thread,
        ...distance,
        '-x264-params',
        'open-gop=0:scenecut=0',
      ];
    case 'hevc':
      return [
        '-c:v',
        'libx265',
        ...speed,
        ...buildCappedQuality(intent.quality, '-crf'),
        '-forced-idr',
        '1',
        ...distance,
        '-tag:v',
        'hvc1',
        '-x265-params',
        [
          'open-gop=0',
          'scenecut=0',
          'info=0',
          `keyint=${gop}`,
          'min-keyint=1',
          // x265 guarantees no level at a constant quantiser, but states the same one.
          ...(intent.quality.mode === 'qp' ? [] : [`level-idc=${level / 3}`]),
          // One more key frame, before the cut, takes from the buffer what the one at the cut
          // needs.
          ...(isAmid && hasCeiling(intent.quality) ? ['vbv-init=1'] : []),
          'high-tier=0',
          'log-level=error',
          `pools=${threads > 1 ? threads : 'none'}`,
          'frame-threads=1',
        ].join(':'),
      ];
    case 'av1':
      return [
        '-c:v',
        'libsvtav1',
        ...speed,
        ...buildAv1Quality(intent, threads),
        '-g',
        String(gop),
      ];
    case 'vp9':
      return [
        '-c:v',
        'libvpx-vp9',
        ...speed,
        '-row-mt',
        '1',
        ...thread,
        // The given rate would be written into the init segment, which all pieces share.
        '-write_btrt',
        '0',
        ...buildVp9Quality(intent.quality, isAmid ? AMID_SHARE : 1),
        // One-pass VP9 places no key frame of its own where the min distance is the max.
        '-g',
        String(gop),
        '-keyint_min',
        String(gop),
      ];
  }
}

/** x264 and x265 get a buffer of two seconds at the ceiling. */
function buildCappedQuality(quality: VideoQuality, crf: string): string[] {
  switch (quality.mode) {
    case 'constrained':
      return [crf, String(quality.crf), ...buildCeiling(quality.maxBitrateKbps)];
    case 'target':
      return ['-b:v', `${quality.targetKbps}k`, ...buildCeiling(quality.maxKbps)];
    case 'constantQuality':
      return [crf, String(quality.cq)];
    case 'qp':
      return ['-qp', String(quality.qp)];
  }
}

function hasCeiling({ mode }: VideoQuality): boolean {
  return mode === 'constrained' || mode === 'target';
}

function buildCeiling(kbps: number): string[] {
  return ['-maxrate', `${kbps}k`, '-bufsize', `${2 * kbps}k`];
}

/** The ceiling of SVT-AV1 is a parameter of its own; ffmpeg does not pass `-maxrate` on. */
function buildAv1Quality({ quality, speed }: VideoIntent, threads: number): string[] {
  const thread = `lp=${threads}`;
  // The faster presets weigh blocks by later frames across key frames, so that a piece begins
  // otherwise than the middle of a stream. Without that, bytes and PSNR fall in the same measure;
  // with a target bit rate the encoder does not go without.
  const common = isSlow(speed) ? thread : `${thread}:aq-mode=0`;
  switch (quality.mode) {
    case 'constrained':
      return [
        '-crf',
        String(quality.crf),
        '-svtav1-params',
        `${common}:mbr=${quality.maxBitrateKbps}`,
      ];
    case 'target':
      return ['-b:v', `${quality.targetKbps}k`, '-svtav1-params', thread];
    case 'constantQuality':
      return ['-crf', String(quality.cq), '-svtav1-params', common];
    case 'qp':
      return ['-qp', String(quality.qp), '-svtav1-params', common];
  }
}

// libvpx spends by all that it has seen, so that a piece is now a little better than the same part
// of a whole encode, now a little worse: that much more at its ceiling hides it.
const AMID_SHARE = 1.04;

/** @param share of the ceiling that a piece may use; libvpx stays some 20 % below it */
function buildVp9Quality(quality: VideoQuality, share: number): string[] {
  switch (quality.mode) {
    case 'constrained': {
      const kbps = Math.round(quality.maxBitrateKbps * share);
      return ['-crf', String(quality.crf), '-b:v', `${kbps}k`];
    }
    case 'target':
      return ['-b:v', `${quality.targetKbps}k`, ...buildCeiling(quality.maxKbps)];
    case 'constantQuality':
      return ['-crf', String(quality.cq), '-b:v', '0'];
    case 'qp': {
      const qp = String(quality.qp);
      return ['-crf', qp, '-qmin', qp, '-qmax', qp, '-b:v', '0'];
    }
  }
}

// This is longer than any piece: key frames come only where they are forced.
const NEVER = 9999;
// libvpx derives the quantiser of a forced key frame from those before it, a quarter of the way
// each: with many before a piece it arrives where it would be without the cut.
const SETTLING_FRAMES = 20;

/**
 * Places an encoder's key frames: at a distance, in frames, and at moments at which they are
 * forced. SVT-AV1 knows distances only; libvpx counts on from its own first frame.
 *
 * @param fromTick start of the encoder's input
 */
function placeKeyFrames(
  plan: EncodingPlan,
  timing: VideoTiming,
  window: PieceWindow,
  rendition: EncodedVideo,
  fromTick: number,
): { distance: number; ticks: number[] } {
  const { codec, speed } = rendition.intent;
  if (timing.mode !== 'constant') {
    const ticks = listKeysWithin(timing.keyTicks, fromTick, window);
    if (codec !== 'vp9' || fromTick === 0) return { distance: NEVER, ticks };
    const step =
      SETTLING_FRAMES * rendition.frameStep * toFrameTicks(plan.grid.timescale, timing.rate);
    const count = Math.floor((window.startTick - fromTick) / step - 0.5);
    const settling = Array.from({ length: Math.max(0, count) }, (_, n) => (n + 1) * step);
    const before = settling.map((at) => Math.round(fromTick + at));
    return { distance: NEVER, ticks: [...before, ...ticks].sort((a, b) => a - b) };
  }
  const distance = timing.gopFrames / rendition.frameStep;
  const gopTicks = timing.gopFrames * toFrameTicks(plan.grid.timescale, timing.rate);
  // Where x265 places B frames by the content, they depend on which key frames are forced nearby: a
  // piece has to force its first one, so all are forced.
  if (codec === 'hevc' && isSlow(speed) && plan.access === 'seek') {
    const first = Math.ceil(fromTick / gopTicks);
    const count = Math.floor(window.endTick / gopTicks) - first + 1;
    const ticks = Array.from({ length: count }, (_, n) => Math.round((first + n) * gopTicks));
    return { distance: NEVER, ticks };
  }
  // An encoder that begins whole GOPs earlier meets the first key frame of the piece at its
  // distance.
  const isForced = (window.startTick - fromTick) % gopTicks !== 0;
  return { distance, ticks: isForced ? [window.startTick] : [] };
}

/**
 * Lists key frames that an encoder of a piece sees from `fromTick` on, with the one that begins the
 * next.
 */
export function listKeysWithin(
  keyTicks: readonly number[],
  fromTick: number,
  { endTick }: PieceWindow,
): number[] {
  return keyTicks.filter((tick) => tick >= fromTick && tick <= endTick);
}
