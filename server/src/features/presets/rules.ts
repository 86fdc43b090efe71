import type {
  AudioTrack,
  DeliveryModel,
  PresetProfile,
  VideoTrack,
} from '@kinora/contract/preset-tracks';

const audioTrack: AudioTrack = {
  key: 'stereo',
  name: 'Stereo',
  codec: 'aac',
  bitRateKbps: 128,
  sampleRate: 48_000,
  channels: 2,
};

function videoTrack(size: number, crf: number, maxBitRateKbps: number): VideoTrack {
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
    audioTrackKey: audioTrack.key,
  };
}

const fullLadder = [
  videoTrack(1080, 23, 5500),
  videoTrack(720, 23, 3200),
  videoTrack(480, 23, 1600),
  videoTrack(360, 23, 900),
  videoTrack(240, 24, 450),
];

function profile(formatType: 'hls' | 'cmaf', videoTracks: VideoTrack[]): PresetProfile[] {
  const name = formatType.toUpperCase();
  const audioTracks = [audioTrack];
  return [{ name, enabled: true, formatType, videoTracks, audioTracks, audioVariants: [] }];
}

/** What the team's own presets are made of beside their name. */
export type SystemPreset = {
  name: string;
  vodDeliveryModel: DeliveryModel;
  profiles: PresetProfile[];
};

/**
 * What every new team gets; the first is the default. Migration 0002 gave the last two to the teams
 * that were there.
 */
export const systemPresets: readonly SystemPreset[] = [
  { name: 'Standard 1080p', vodDeliveryModel: 'classic', profiles: profile('hls', fullLadder) },
  {
    name: 'Compact 720p',
    vodDeliveryModel: 'classic',
    profiles: profile('hls', fullLadder.slice(1)),
  },
  { name: 'Adaptive 1080p', vodDeliveryModel: 'model-k', profiles: profile('cmaf', fullLadder) },
  { name: 'On demand 1080p', vodDeliveryModel: 'model-c', profiles: profile('cmaf', fullLadder) },
];
