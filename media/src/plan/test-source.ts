import type { Colour } from '../probe/colour.ts';
import type { FrameTimes, SourceProbe, VideoSource } from '../probe/source-probe.ts';

export const TEST_COLOUR: Colour = {
  matrix: 'bt709',
  primaries: 'bt709',
  transfer: 'bt709',
  range: 'tv',
};

/** Returns frames at these seconds; the last one lasts to the end. */
export function frameTimes(seconds: readonly number[], endSeconds: number): FrameTimes {
  return {
    timeBase: { numerator: 1, denominator: 90_000 },
    ticks: Float64Array.from(seconds, (at) => Math.round(at * 90_000)),
    lastTicks: Math.round((endSeconds - (seconds.at(-1) ?? 0)) * 90_000),
    exact: true,
  };
}

function evenTimes(seconds: number): number[] {
  return Array.from({ length: seconds * 25 }, (_, n) => n / 25);
}

/** Returns a silent source of 720p at 25 frames per second. */
export function videoSource(seconds: number, more: Partial<VideoSource> = {}): SourceProbe {
  return {
    kind: 'mov',
    sizeBytes: 1,
    durationMs: seconds * 1000,
    picture: null,
    clockJumps: false,
    truncated: false,
    audio: [],
    video: {
      streamIndex: 0,
      codec: 'h264',
      profile: 'High',
      pixelFormat: 'yuv420p',
      codedWidth: 1280,
      codedHeight: 720,
      rotation: 0,
      displayWidth: 1280,
      displayHeight: 720,
      frameRate: { numerator: 25, denominator: 1 },
      variableFrameRate: false,
      interlaced: false,
      transfer: 'sdr',
      colour: TEST_COLOUR,
      keyLeadSeconds: 0,
      startSeconds: 0,
      endSeconds: seconds,
      frames: more.frames ?? frameTimes(evenTimes(seconds), seconds),
      ...more,
    },
  };
}
