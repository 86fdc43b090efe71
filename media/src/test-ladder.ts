import type { Ladder, VideoIntent } from './plan/ladder.ts';

/** Returns a rung of H.264 that is encoded quickly. */
export function rung(pixels: number, more: Partial<VideoIntent> = {}): VideoIntent {
  return {
    codec: 'h264',
    name: `${pixels}p`,
    size: { type: 'shortestSide', pixels },
    maxFrameRate: 60,
    profile: 'high',
    speed: 'faster',
    quality: { mode: 'constrained', crf: 28, maxBitrateKbps: 600 },
    duration: null,
    ...more,
  };
}

function usualRung(pixels: number, maxFrameRate: number, maxBitrateKbps: number): VideoIntent {
  const quality = { mode: 'constrained', crf: 23, maxBitrateKbps } as const;
  return rung(pixels, { maxFrameRate, speed: 'fast', quality });
}

/** The default system preset: H.264 and AAC, 1080 to 240. */
export const DEFAULT_LADDER: Ladder = {
  video: [
    usualRung(1080, 60, 6000),
    usualRung(720, 60, 3500),
    usualRung(480, 30, 1600),
    usualRung(360, 30, 900),
    usualRung(240, 30, 450),
  ],
  audio: [{ codec: 'aac', name: 'Stereo', bitrateKbps: 128, channels: 2, sampleRate: 48000 }],
  audioVariants: [],
};
