import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { OverlayPosition } from '@kinora/contract/overlay-presets';
import {
  type Overlay,
  buildOverlayGraph,
  buildOverlayInput,
  placeOverlay,
} from './overlay-filter.ts';

const LOGO: Overlay = {
  imageWidth: 400,
  imageHeight: 200,
  position: 'bottomRight',
  sizePercent: 20,
  opacityPercent: 100,
  marginPercent: 5,
};
const FRAME = { width: 640, height: 360 };

test('an image keeps its shape, its share of the width and its margin', () => {
  assert.deepEqual(placeOverlay(LOGO, FRAME), { width: 128, height: 64, x: 480, y: 264 });
  const place = placeOverlay({ ...LOGO, position: 'topLeft' }, FRAME);
  assert.deepEqual([place.x, place.y], [32, 32]);
  const centred = placeOverlay({ ...LOGO, position: 'center' }, FRAME);
  assert.deepEqual([centred.x, centred.y], [256, 148]);
});

test('an image lies inside every frame, whatever the preset says', () => {
  for (const position of OverlayPosition.options)
    for (const [imageWidth, imageHeight] of [
      [400, 200],
      [10, 2000],
      [2000, 1],
    ] as const)
      for (const [sizePercent, marginPercent] of [
        [100, 0],
        [100, 50],
        [1, 20],
        [60, 33],
      ] as const)
        for (const [width, height] of [
          [640, 360],
          [360, 640],
          [2, 2],
          [854, 480],
        ] as const) {
          const overlay = {
            ...LOGO,
            position,
            imageWidth,
            imageHeight,
            sizePercent,
            marginPercent,
          };
          const place = placeOverlay(overlay, { width, height });
          assert(
            place.x >= 0 && place.x + place.width <= width,
            JSON.stringify({ overlay, place }),
          );
          assert(place.y >= 0 && place.y + place.height <= height);
          assert(place.width >= 1 && place.height >= 1);
          assert(place.x % 2 === 0 && place.y % 2 === 0);
        }
});

function png(source: string): Buffer {
  return execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    source,
    '-frames:v',
    '1',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-',
  ]);
}

/** Reads luma planes of 3 frames of one colour with the image on them. */
function compose(
  overlay: Overlay,
  image = png('color=white:s=400x200'),
  colour = 'black',
): Buffer[] {
  const { width, height } = FRAME;
  const graph = buildOverlayGraph(overlay, FRAME, { image: '1:0', base: '0:v', out: 'v0' });
  const { stdout, stderr } = spawnSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `color=${colour}:s=${width}x${height}:r=25:d=0.12`,
      ...buildOverlayInput(0),
      '-filter_complex',
      `${graph};[v0]extractplanes=y[y]`,
      '-map',
      '[y]',
      '-f',
      'rawvideo',
      '-',
    ],
    { input: image, maxBuffer: 1 << 24 },
  );
  assert.equal(stderr.toString(), '');
  assert.equal(stdout.length, 3 * width * height);
  return [0, 1, 2].map((n) => stdout.subarray(n * width * height, (n + 1) * width * height));
}

test('ffmpeg draws the image there, on every frame, and nowhere else', () => {
  const { x, y, width, height } = placeOverlay(LOGO, FRAME);
  for (const luma of compose(LOGO))
    for (let row = 0; row < FRAME.height; row++)
      for (let column = 0; column < FRAME.width; column++) {
        const inside = column >= x && column < x + width && row >= y && row < y + height;
        const value = luma[row * FRAME.width + column] ?? 0;
        assert(inside ? value > 225 : value < 25, `${column},${row}: ${value}`);
      }
});

test('opacity mixes it with the frame below', () => {
  const [luma] = compose({ ...LOGO, position: 'center', opacityPercent: 50 });
  const middle = luma?.[180 * FRAME.width + 320] ?? 0;
  assert(Math.abs(middle - (16 + 235) / 2) < 6, `${middle}`);
});

test('transparent parts leave no rim', () => {
  // The image is white in the middle, around it transparent black: nothing may darken a white
  // frame.
  const image = png('color=white:s=200x100,format=rgba,pad=400:200:100:50:color=black@0');
  const [luma] = compose({ ...LOGO, position: 'center' }, image, 'white');
  const darkest = luma?.reduce((min, value) => Math.min(min, value), 255) ?? 0;
  assert(darkest > 230, `darkest ${darkest}`);
});
