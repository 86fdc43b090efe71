import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { decode, encodeClip, makeClip, testFolder } from '../test-clips.ts';
import { rung } from '../test-ladder.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const ladder = { video: [rung(720)], audio: [], audioVariants: [] };

/** Makes a second of VP8 with a red square, of a quarter of the height, in the middle of black. */
async function makePart(size: string): Promise<Buffer> {
  const square = 'drawbox=x=(iw-80)/2:y=(ih-80)/2:w=80:h=80:c=red:t=fill';
  const vp8 = '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 500k';
  const args = `-f lavfi -i color=black:s=${size}:r=25:d=1,${square} ${vp8}`;
  return readFile(await makeClip(folder, `${size}.ivf`, args));
}

/** Joins recordings into one track, as a call that changes its size leaves it. */
async function makeRecording(name: string, sizes: readonly string[]): Promise<string> {
  const frames: Buffer[] = [];
  let head: Buffer | null = null;
  for (const size of sizes) {
    const ivf = await makePart(size);
    head ??= ivf.subarray(0, 32);
    for (let at = 32; at < ivf.length;) {
      const end = at + 12 + ivf.readUInt32LE(at);
      const frame = Buffer.from(ivf.subarray(at, end));
      frame.writeBigUInt64LE(BigInt(frames.length), 4);
      frames.push(frame);
      at = end;
    }
  }
  const joined = join(folder, `${name}.ivf`);
  await writeFile(joined, Buffer.concat([head ?? assert.fail(), ...frames]));
  return makeClip(folder, `${name}.webm`, `-i ${joined} -c:v copy`);
}

/** Measures the red square in a frame: width and height in pixels, and of the whole frame. */
async function measureSquare(pixels: Buffer, width: number, height: number): Promise<number[]> {
  const isRed = (x: number, y: number): boolean => {
    const at = 3 * (y * width + x);
    return (pixels[at] ?? 0) > 120 && (pixels[at + 1] ?? 255) < 90;
  };
  const across = Array.from({ length: width }, (_, x) => isRed(x, height >> 1));
  const down = Array.from({ length: height }, (_, y) => isRed(width >> 1, y));
  return [across, down].map((line) => line.filter(Boolean).length);
}

for (const [name, sizes, canvas, squares] of [
  [
    'rising',
    ['320x180', '640x360'],
    [640, 360],
    [
      [160, 160],
      [80, 80],
    ],
  ],
  [
    'turned',
    ['320x240', '240x320'],
    [320, 240],
    [
      [80, 80],
      [60, 60],
    ],
  ],
] as const)
  test(`a recording that is ${name} midway keeps its shape on the largest size`, async () => {
    const encoded = await encodeClip(tools, await makeRecording(name, sizes), ladder);
    const { video } = encoded.probe;
    assert.deepEqual([video?.displayWidth, video?.displayHeight], canvas);
    const [written] = encoded.written.values();
    const pixels = await decode(folder, written ?? assert.fail(), '-pix_fmt rgb24 -f rawvideo -');
    const [width, height] = canvas;
    const bytes = width * height * 3;
    assert.equal(pixels.length, 50 * bytes);
    for (const [n, square] of squares.entries()) {
      const at = (n * 25 + 12) * bytes;
      const seen = await measureSquare(pixels.subarray(at, at + bytes), width, height);
      for (const side of [0, 1])
        assert(Math.abs((seen[side] ?? 0) - (square[side] ?? 0)) <= 4, `${n}: ${seen.join(' × ')}`);
    }
  });
