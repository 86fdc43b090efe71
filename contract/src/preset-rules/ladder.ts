import type { AudioTrack, VideoTrack } from '../preset-tracks.ts';

/** Constant quality and ceiling that suit most videos of a height; the largest first. */
const LADDER = [
  { size: 2160, crf: 23, maxBitRateKbps: 16_000 },
  { size: 1440, crf: 23, maxBitRateKbps: 9000 },
  { size: 1080, crf: 23, maxBitRateKbps: 5500 },
  { size: 720, crf: 23, maxBitRateKbps: 3200 },
  { size: 480, crf: 23, maxBitRateKbps: 1600 },
  { size: 360, crf: 23, maxBitRateKbps: 900 },
  { size: 240, crf: 24, maxBitRateKbps: 450 },
];

/** The sizes of a new preset; smaller and larger ones have to be added. */
export const USUAL_SIZES: readonly number[] = [1080, 720, 480, 360, 240];

export const USUAL_AUDIO = {
  codec: 'aac',
  bitRateKbps: 128,
  sampleRate: 48_000,
  channels: 2,
} as const;

/** A video track of that shortest side, with settings that every device plays. */
export function createUsualVideoTrack(
  size: number,
  audioTrackKey: AudioTrack['key'] | null,
): VideoTrack {
  const settings = LADDER.find((rung) => rung.size <= size) ?? { crf: 24, maxBitRateKbps: 450 };
  const { crf, maxBitRateKbps } = settings;
  return {
    name: `${size}p`,
    resolutionType: `${size}p`,
    resolutionControl: { type: 'shortestSide', size },
    frameRateControl: { maxFrameRate: 60 },
    codec: 'h264',
    videoCodecOptions: {
      qualityControlMode: 'constrainedEncoding',
      crf,
      targetBitRateKbps: null,
      maxBitRateKbps,
      qp: null,
      cq: null,
      profile: size <= 240 ? 'main' : 'high',
      speed: 'fast',
    },
    videoDurationCondition: null,
    encryption: { isEnableVideoEncryption: false, keyServerId: null },
    audioTrackKey,
  };
}
