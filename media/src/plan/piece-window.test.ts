import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EncodingSpeed, VideoCodec } from '@kinora/contract/preset-tracks';
import { createConstantGrid, countGopFrames } from './grid.ts';
import type { VideoQuality } from './ladder.ts';
import { getEncoderSpan } from './piece-window.ts';

type Seen = { fps: number; frameStep: number; mode: VideoQuality['mode'] };

/** Frames that an encoder sees before the third segment and after it. */
function seen(
  codec: VideoCodec,
  speed: EncodingSpeed,
  { fps = 25, frameStep = 1, mode = 'constrained' }: Partial<Seen> = {},
): [number, number] {
  const rate = { numerator: fps, denominator: 1 };
  const frameCount = fps * 60;
  const grid = createConstantGrid(rate, frameCount, frameStep);
  const timing = {
    mode: 'constant',
    rate,
    frameCount,
    gopFrames: countGopFrames(rate, frameStep),
  } as const;
  const [startTick = NaN, endTick = NaN] = [grid.borders[2], grid.borders[3]];
  const window = {
    firstSegment: 3,
    lastSegment: 3,
    startTick,
    endTick,
    isFirst: false,
    isLast: false,
  };
  const intent = { codec, speed, quality: { mode } };
  const span = getEncoderSpan({ grid }, timing, window, { frameStep, intent });
  const frame = (grid.timescale / fps) * frameStep;
  return [(startTick - span.fromTick) / frame, (span.untilTick - endTick) / frame];
}

test('x265 ends its last group of frames before a cut as in a whole encode', () => {
  // With a key frame each 50 frames the last group of five is whole, and of four half.
  assert.deepEqual(seen('hevc', 'fast'), [15, 8]);
  assert.deepEqual(seen('hevc', 'faster'), [14, 8]);
  // The overlap is the same time at other rates, and where every second frame is left out.
  assert.deepEqual(seen('hevc', 'fast', { fps: 60 }), [40, 8]);
  assert.deepEqual(seen('hevc', 'fast', { fps: 50, frameStep: 2 }), [15, 8]);
  // The overlap is at least one group, however low the frame rate.
  assert.deepEqual(seen('hevc', 'fast', { fps: 5 }), [5, 8]);
});

test('slow speeds see more frames after the cut, and x265 more before it', () => {
  assert.deepEqual(seen('h264', 'balanced'), [20, 54]);
  assert.deepEqual(seen('hevc', 'balanced', { fps: 60 }), [60, 30]);
  // The overlap is at most the distance between key frames.
  assert.deepEqual(seen('hevc', 'small'), [50, 30]);
  assert.equal(seen('vp9', 'small')[1], 12);
});

test('the other encoders see a number of frames, and libvpx the whole segment before', () => {
  assert.deepEqual(seen('h264', 'fast'), [20, 8]);
  assert.deepEqual(seen('av1', 'fast'), [0, 16]);
  assert.deepEqual(seen('vp9', 'fast'), [150, 12]);
});

test('an encoder with a target bit rate sees the whole segment before, too', () => {
  assert.deepEqual(seen('h264', 'fast', { mode: 'target' }), [150, 8]);
  assert.deepEqual(seen('hevc', 'fast', { mode: 'target' }), [150, 8]);
  assert.deepEqual(seen('av1', 'fast', { mode: 'target' }), [150, 16]);
  assert.deepEqual(seen('h264', 'fast', { mode: 'qp' }), [20, 8]);
});
