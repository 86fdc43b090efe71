import type { VideoCodec } from '@kinora/contract/preset-tracks';
import type { Offer } from './models.ts';

const video = (codec: VideoCodec, most: number): Offer['videoCodecs'][number] => ({
  codec,
  label: codec,
  qualityControlModes: ['constrainedEncoding', 'targetBitrate', 'constantQuality', 'constantQp'],
  crf: { least: 1, most },
  cq: { least: 1, most },
  qp: { least: 1, most },
  bitRateKbps: { least: 50, most: 100_000 },
  qualities: [22, 24, 26, 28, 30],
  profiles: codec === 'h264' ? ['baseline', 'main', 'high'] : [],
  speeds: ['fastest', 'faster', 'fast', 'balanced', 'small'],
});

const channels = { least: 1, most: 2 };
const classic = { videoCodecs: ['h264'], audioCodecs: ['aac'] } as const;
const adaptive = {
  videoCodecs: ['h264', 'hevc', 'av1', 'vp9'],
  audioCodecs: ['aac', 'opus'],
} as const;

const format = (
  formatType: 'hls' | 'mp4' | 'cmaf',
  vodDeliveryModel: 'classic' | 'model-k' | 'model-c',
): Offer['formats'][number] => {
  const codecs = vodDeliveryModel === 'classic' ? classic : adaptive;
  const [videoCodecs, audioCodecs] = [[...codecs.videoCodecs], [...codecs.audioCodecs]];
  return { formatType, vodDeliveryModel, label: formatType, videoCodecs, audioCodecs };
};

/** What the look-ups offer, as far as the rules go by it. */
export const offer: Offer = {
  resolutions: [1080, 720, 480].map((size) => ({
    name: `${size}p`,
    type: 'shortestSide',
    size,
    width: null,
    height: size,
    label: `${size}p`,
  })),
  formats: [
    format('hls', 'classic'),
    format('mp4', 'classic'),
    format('cmaf', 'model-k'),
    format('cmaf', 'model-c'),
  ],
  videoCodecs: [video('h264', 51), video('hevc', 51), video('av1', 63), video('vp9', 63)],
  audioCodecs: [
    {
      codec: 'aac',
      label: 'AAC',
      bitRateKbps: { least: 16, most: 320 },
      sampleRates: [44_100, 48_000],
      channels,
    },
    {
      codec: 'opus',
      label: 'Opus',
      bitRateKbps: { least: 16, most: 512 },
      sampleRates: [48_000],
      channels,
    },
  ],
  audioTracks: [],
  languages: [],
};
