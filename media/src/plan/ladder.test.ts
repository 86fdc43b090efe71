import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type VideoIntent, type VideoSize, chooseRungs } from './ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';

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
    const rungs = chooseRungs({ displayWidth, displayHeight }, DEFAULT_LADDER.video);
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
    const rungs = chooseRungs({ displayWidth, displayHeight }, DEFAULT_LADDER.video);
    assert(rungs.length > 0);
    for (const { width, height } of rungs) {
      assert(width <= Math.min(4096, displayWidth) && height <= Math.min(4096, displayHeight));
      assert(width % 2 === 0 && height % 2 === 0);
    }
  }
});

test('a size may be that of the width or the height, or the source’s own', () => {
  const [first] = DEFAULT_LADDER.video;
  assert(first);
  const listSizes = (size: VideoSize): string[] =>
    chooseRungs({ displayWidth: 1080, displayHeight: 1920 }, [{ ...first, size }]).map(
      ({ width, height }) => `${width}x${height}`,
    );
  assert.deepEqual(listSizes({ type: 'shortestSide', pixels: 540 }), ['540x960']);
  assert.deepEqual(listSizes({ type: 'width', pixels: 720 }), ['720x1280']);
  assert.deepEqual(listSizes({ type: 'height', pixels: 960 }), ['540x960']);
  assert.deepEqual(listSizes({ type: 'height', pixels: 4320 }), ['1080x1920']);
  assert.deepEqual(listSizes({ type: 'original', pixels: null }), ['1080x1920']);
});

test('frames that an encoder would refuse for their size are made larger', () => {
  for (const [codec, side] of [
    ['av1', 64],
    ['hevc', 16],
  ] as const)
    for (const displayHeight of [2, 9, 15, 33, 63]) {
      const intents = DEFAULT_LADDER.video.map((intent) => ({ ...intent, codec, profile: null }));
      const [rung, ...more] = chooseRungs({ displayWidth: 40, displayHeight }, intents);
      assert(rung && rung.width >= side && rung.height >= side, `${rung?.width}x${rung?.height}`);
      assert.deepEqual(more, []);
    }
});

test('each codec has its own rungs', () => {
  const video = (['hevc', 'h264'] as const).flatMap((codec): VideoIntent[] =>
    DEFAULT_LADDER.video.slice(2, 4).map((intent) => ({ ...intent, codec, profile: null })),
  );
  const rungs = chooseRungs({ displayWidth: 960, displayHeight: 540 }, video);
  assert.deepEqual(
    rungs.map(({ intent, shortSide }) => `${intent.codec} ${shortSide}`),
    ['hevc 480', 'hevc 360', 'h264 480', 'h264 360'],
  );
});
