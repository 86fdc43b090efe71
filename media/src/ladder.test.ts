import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRungs, defaultLadder } from './ladder.ts';

const CASES: [number, number, string[]][] = [
  [1920, 1080, ['1920x1080', '1280x720', '854x480', '640x360', '426x240']],
  [1080, 1920, ['1080x1920', '720x1280', '480x854', '360x640', '240x426']],
  [3840, 2160, ['1920x1080', '1280x720', '854x480', '640x360', '426x240']],
  [1244, 700, ['1244x700', '854x480', '640x360', '426x240']],
  [960, 540, ['960x540', '640x360', '426x240']],
  [320, 180, ['320x180']],
  [461, 259, ['460x258']],
  [2, 2, ['2x2']],
  [8192, 8192, ['1080x1080', '720x720', '480x480', '360x360', '240x240']],
];

for (const [displayWidth, displayHeight, expected] of CASES)
  test(`a source of ${displayWidth}×${displayHeight} gets ${expected.join(', ')}`, () => {
    const rungs = chooseRungs({ displayWidth, displayHeight }, defaultLadder.video);
    assert.deepEqual(
      rungs.map(({ width, height }) => `${width}x${height}`),
      expected,
    );
  });

test('no rung is larger than its source, but for making sides even, or longer than decoders go', () => {
  for (const [displayWidth, displayHeight] of [
    [7680, 100],
    [101, 9999],
    [641, 361],
    [16384, 4096],
  ] as const) {
    const rungs = chooseRungs({ displayWidth, displayHeight }, defaultLadder.video);
    assert(rungs.length > 0);
    for (const { width, height } of rungs) {
      assert(width <= Math.min(4096, displayWidth) && height <= Math.min(4096, displayHeight));
      assert(width % 2 === 0 && height % 2 === 0);
    }
  }
});
