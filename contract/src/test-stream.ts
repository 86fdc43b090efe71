import type { AudioRendition, StreamDescription, VideoRendition } from './stream.ts';

const BANDWIDTH = { peakBps: 900_000, averageBps: 800_000, measured: true };

/** Creates a whole rendition of 16:9 with 25 frames a second. */
export function createTestVideo(
  height: number,
  more: Partial<VideoRendition> = {},
): VideoRendition {
  return {
    id: `v${height}`,
    codec: 'avc1.64001f',
    width: Math.round((height * 16) / 9 / 2) * 2,
    height,
    frameRate: { numerator: 25, denominator: 1 },
    bandwidth: BANDWIDTH,
    ready: true,
    iFrames: null,
    ...more,
  };
}

/** Creates a whole rendition of Thai in stereo, 12 s long. */
export function createTestAudio(id: string, more: Partial<AudioRendition> = {}): AudioRendition {
  return {
    id,
    codec: 'mp4a.40.2',
    channels: 2,
    sampleRate: 48000,
    languageCode: 'tha',
    name: 'ไทย',
    isAudioDescription: false,
    segments: { timescale: 1000, runs: [{ count: 2, ticks: 6000 }] },
    bandwidth: BANDWIDTH,
    ready: true,
    ...more,
  };
}

/** Creates the description of a classic stream of 12 s without audio, cover and storyboard. */
export function createTestStream(more: Partial<StreamDescription> = {}): StreamDescription {
  return {
    version: 1,
    videoKey: 'vid1',
    revisionKey: 'rev1',
    durationMs: 12_000,
    videoSegments: { timescale: 1000, runs: [{ count: 2, ticks: 6000 }] },
    video: [createTestVideo(360, { codec: 'avc1.64001e' })],
    audio: [],
    coverWidths: [],
    deliveryModel: 'classic',
    open: false,
    firstMediaSequence: 0,
    firstRenditionId: null,
    storyboard: null,
    progressive: [],
    encryption: null,
    ...more,
  };
}
