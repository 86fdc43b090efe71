import type { VideoCodec } from '@kinora/contract/preset-tracks';

export type H264Profile = 'baseline' | 'main' | 'high';

export type LevelledVideo = {
  width: number;
  height: number;
  framesPerSecond: number;
  /** 0 where the quality mode has no ceiling */
  maxBitrateKbps: number;
};

// ITU-T H.264 table A-1: level × 10, MaxMBPS, MaxFS, MaxDpbMbs, MaxBR.
const H264: readonly (readonly [number, number, number, number, number])[] = [
  [10, 1485, 99, 396, 64],
  [11, 3000, 396, 900, 192],
  [12, 6000, 396, 2376, 384],
  [13, 11880, 396, 2376, 768],
  [20, 11880, 396, 2376, 2000],
  [21, 19800, 792, 4752, 4000],
  [22, 20250, 1620, 8100, 4000],
  [30, 40500, 1620, 8100, 10000],
  [31, 108000, 3600, 18000, 14000],
  [32, 216000, 5120, 20480, 20000],
  [40, 245760, 8192, 32768, 20000],
  [42, 522240, 8704, 34816, 50000],
  [50, 589824, 22080, 110400, 135000],
  [51, 983040, 36864, 184320, 240000],
  [52, 2073600, 36864, 184320, 240000],
  [60, 4177920, 139264, 696320, 240000],
  [61, 8355840, 139264, 696320, 480000],
  [62, 16711680, 139264, 696320, 800000],
];

// x264 with B-pyramids keeps up to four frames for reference and reordering.
const DPB_FRAMES = 4;

/**
 * Finds the lowest H.264 level (times ten, 4.2 → 42) for this frame size, rate and bit rate. The
 * buffer is taken to be twice the bit rate.
 */
export function findH264Level(video: LevelledVideo & { profile: H264Profile }): number {
  const columns = Math.ceil(video.width / 16);
  const rows = Math.ceil(video.height / 16);
  const frame = columns * rows;
  const factor = video.profile === 'high' ? 1.25 : 1;
  const found = H264.find(
    ([, macroblocksPerSecond, maxSize, dpb, kbps]) =>
      frame <= maxSize &&
      // A.3.1: neither side may exceed sqrt(8 × MaxFS) macroblocks.
      Math.max(columns, rows) ** 2 <= 8 * maxSize &&
      frame * DPB_FRAMES <= dpb &&
      frame * video.framesPerSecond <= macroblocksPerSecond &&
      2 * video.maxBitrateKbps <= kbps * factor,
  );
  return found?.[0] ?? 62;
}

// ITU-T H.265 tables A.8 and A.9, main tier: level × 30, MaxLumaPs, MaxLumaSr, MaxBR.
const HEVC: readonly (readonly [number, number, number, number])[] = [
  [30, 36864, 552960, 128],
  [60, 122880, 3686400, 1500],
  [63, 245760, 7372800, 3000],
  [90, 552960, 16588800, 6000],
  [93, 983040, 33177600, 10000],
  [120, 2228224, 66846720, 12000],
  [123, 2228224, 133693440, 20000],
  [150, 8912896, 267386880, 25000],
  [153, 8912896, 534773760, 40000],
  [156, 8912896, 1069547520, 60000],
  [180, 35651584, 1069547520, 60000],
  [183, 35651584, 2139095040, 120000],
  [186, 35651584, 4278190080, 240000],
];

// AV1 specification A.3: seq_level_idx, MaxPicSize, MaxHSize, MaxVSize, MaxDisplayRate. SVT-AV1 leaves
// bit rates out of its choice of a level too.
const AV1: readonly (readonly [number, number, number, number, number])[] = [
  [0, 147456, 2048, 1152, 4423680],
  [1, 278784, 2816, 1584, 8363520],
  [4, 665856, 4352, 2448, 19975680],
  [5, 1065024, 5504, 3096, 31950720],
  [8, 2359296, 6144, 3456, 70778880],
  [9, 2359296, 6144, 3456, 141557760],
  [12, 8912896, 8192, 4352, 267386880],
  [13, 8912896, 8192, 4352, 534773760],
  [14, 8912896, 8192, 4352, 1069547520],
  [16, 35651584, 16384, 8704, 1069547520],
  [17, 35651584, 16384, 8704, 2139095040],
  [18, 35651584, 16384, 8704, 4278190080],
];

// VP9 levels as libavformat writes them into `vpcC`: level × 10, luma samples per second, frame
// size.
const VP9: readonly (readonly [number, number, number])[] = [
  [10, 829440, 36864],
  [11, 2764800, 73728],
  [20, 4608000, 122880],
  [21, 9216000, 245760],
  [30, 20736000, 552960],
  [31, 36864000, 983040],
  [40, 83558400, 2228224],
  [41, 160432128, 2228224],
  [50, 311951360, 8912896],
  [51, 588251136, 8912896],
  [52, 1176502272, 8912896],
  [60, 1176502272, 35651584],
  [61, 2353004544, 35651584],
  [62, 4706009088, 35651584],
];

/** Finds the lowest level of a codec other than H.264 for a video, as its codec string counts levels. */
export function findVideoLevel(codec: Exclude<VideoCodec, 'h264'>, video: LevelledVideo): number {
  const { width, height, maxBitrateKbps } = video;
  const size = width * height;
  const rate = size * video.framesPerSecond;
  if (codec === 'vp9')
    return VP9.find(([, maxRate, maxSize]) => rate <= maxRate && size <= maxSize)?.[0] ?? 62;
  if (codec === 'hevc')
    return (
      HEVC.find(
        ([, maxSize, maxRate, kbps]) =>
          size <= maxSize &&
          Math.max(width, height) ** 2 <= 8 * maxSize &&
          rate <= maxRate &&
          // The buffer lasts two seconds; the tables allow one of the max rate.
          2 * maxBitrateKbps <= kbps,
      )?.[0] ?? 186
    );
  return (
    AV1.find(
      ([, maxSize, maxWidth, maxHeight, maxRate]) =>
        size <= maxSize && width <= maxWidth && height <= maxHeight && rate <= maxRate,
    )?.[0] ?? 18
  );
}
