import type { AudioTrack, PresetProfile, VideoTrack } from '@kinora/contract/presets';

const audioTrack: AudioTrack = {
  key: 'stereo',
  codec: 'aac',
  bitRateKbps: 128,
  sampleRate: 48_000,
  channels: 2,
};

function videoTrack(size: number, crf: number, maxBitRateKbps: number): VideoTrack {
  return {
    name: `${size}p`,
    resolutionControl: { type: 'shortestSide', size },
    frameRateControl: { maxFrameRate: 60 },
    codec: 'h264',
    videoCodecOptions: {
      qualityControlMode: 'constrainedEncoding',
      crf,
      maxBitRateKbps,
      profile: size <= 240 ? 'main' : 'high',
    },
    audioTrackKey: audioTrack.key,
  };
}

function hlsProfile(videoTracks: VideoTrack[]): PresetProfile[] {
  return [
    { name: 'HLS', enabled: true, formatType: 'hls', videoTracks, audioTracks: [audioTrack] },
  ];
}

const fullLadder = [
  videoTrack(1080, 23, 5500),
  videoTrack(720, 23, 3200),
  videoTrack(480, 23, 1600),
  videoTrack(360, 23, 900),
  videoTrack(240, 24, 450),
];

/** What every new team gets; the first is the default. */
export const systemPresets: ReadonlyArray<{ name: string; profiles: PresetProfile[] }> = [
  { name: 'Standard 1080p', profiles: hlsProfile(fullLadder) },
  { name: 'Compact 720p', profiles: hlsProfile(fullLadder.slice(1)) },
];
