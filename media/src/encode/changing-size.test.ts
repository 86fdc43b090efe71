import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { STBL, edit, join as joinBoxes, parts, table, u32 } from '../hostile/test-mp4-edit.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, decode, encodeClip, makeClip, testFolder } from '../test-clips.ts';
import { rung } from '../test-ladder.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const ladder = { video: [rung(720)], audio: [], audioVariants: [] };

const VP8 = '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 500k';

/** Makes a second with a red square of 80 pixels in the middle of black. */
function makePart(size: string, extension: string, codec: string): Promise<string> {
  const square = 'drawbox=x=(iw-80)/2:y=(ih-80)/2:w=80:h=80:c=red:t=fill';
  const args = `-f lavfi -i color=black:s=${size}:r=25:d=1,${square} ${codec}`;
  return makeClip(folder, `${size}.${extension}`, args);
}

type Make = (name: string, sizes: readonly string[]) => Promise<string>;

/** Joins recordings into one track, as a call that changes its size leaves it. */
const makeWebm: Make = async (name, sizes) => {
  const frames: Buffer[] = [];
  let head: Buffer | null = null;
  for (const size of sizes) {
    const ivf = await readFile(await makePart(size, 'ivf', VP8));
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
};

/** Makes a stream of parts in different qualities, whose key frames each state their size. */
const makeTransport: Make = async (name, sizes) => {
  const list = await Promise.all(
    sizes.map(async (size, n) => {
      const part = await makePart(size, 'mp4', X264);
      const placed = `-i ${part} -c copy -muxdelay 0 -mpegts_copyts 1 -output_ts_offset ${10 + n}`;
      return readFile(await makeClip(folder, `${size}.ts`, placed));
    }),
  );
  const path = join(folder, `${name}.ts`);
  await writeFile(path, Buffer.concat(list));
  return path;
};

/** The same put into MP4: its one sample entry states the first size alone. */
const makeInBand: Make = async (name, sizes) =>
  makeClip(folder, `${name}.mp4`, `-i ${await makeTransport(name, sizes)} -c copy`);

const makeFragmented: Make = async (name, sizes) => {
  const input = await makeTransport(name, sizes);
  const fragments = '-movflags frag_keyframe+empty_moov';
  return makeClip(folder, `${name}-parts.mp4`, `-i ${input} -c copy ${fragments}`);
};

/** A track that changes its sample entry midway; its key frames state nothing. */
const makeEntries: Make = async (name, sizes) => {
  const files = await Promise.all(
    sizes.map((size) => makePart(size, 'plain.mp4', `${X264} -bf 0 -x264-params scenecut=0`)),
  );
  const clips = await Promise.all(files.map((file) => readFile(file)));
  const media = clips.map((clip) => joinBoxes(parts(clip).filter(({ type }) => type !== 'moov')));
  const indexes = await Promise.all(
    files.map(async (file) => {
      await using source = await openByteSource(file);
      return (await readMp4Index(source))?.tracks[0]?.samples ?? assert.fail();
    }),
  );
  const counts = indexes.map(({ count }) => count);
  const offsets = indexes.flatMap(({ offset }, n) =>
    Array.from(offset, (at) => at + (n === 0 ? 0 : (media[0]?.length ?? 0))),
  );
  const keys = indexes.flatMap(({ isSync }) => [...isSync]).flatMap((is, n) => (is ? [n + 1] : []));
  const [first = 0, second = 0] = counts;
  const entries = clips.map((clip) => {
    let entry: Buffer = Buffer.alloc(0);
    edit(clip, `${STBL}/stsd`, (body) => (entry = body).subarray(0));
    return entry.subarray(8);
  });
  const ticks = (indexes[0]?.dts[1] ?? 0) - (indexes[0]?.dts[0] ?? 0);
  let moov = joinBoxes(parts(clips[0] ?? assert.fail()).filter(({ type }) => type === 'moov'));
  for (const [box, change] of [
    ['stsd', () => Buffer.concat([u32(0, 2), ...entries])],
    ['stts', table(1, first + second, ticks)],
    ['stss', table(keys.length, ...keys)],
    ['stsz', table(0, first + second, ...indexes.flatMap(({ size }) => [...size]))],
    ['stsc', table(2, 1, 1, 1, first + 1, 1, 2)],
    ['stco', table(offsets.length, ...offsets)],
  ] as const)
    moov = edit(moov, `${STBL}/${box}`, change);
  moov = edit(moov, 'moov/trak:0/edts', () => null);
  const path = join(folder, `${name}-entries.mp4`);
  await writeFile(path, Buffer.concat([...media, moov]));
  return path;
};

const MAKERS = {
  'VP8 in WebM': makeWebm,
  'H.264 in a transport stream': makeTransport,
  'H.264 in an MP4 of a transport stream': makeInBand,
  'H.264 in fragments': makeFragmented,
  'H.264 in several sample entries': makeEntries,
};

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

const CHANGES = [
  {
    name: 'rising',
    sizes: ['320x180', '640x360'],
    canvas: [640, 360],
    squares: [160, 80],
  },
  {
    name: 'turned',
    sizes: ['320x240', '240x320'],
    canvas: [320, 240],
    squares: [80, 60],
  },
] as const;

for (const [kind, make] of Object.entries(MAKERS))
  for (const { name, sizes, canvas, squares } of CHANGES)
    test(`${kind} that is ${name} midway keeps its shape on the largest size`, async () => {
      const encoded = await encodeClip(tools, await make(name, sizes), ladder);
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
        const isRight = seen.every((side) => Math.abs(side - square) <= 4);
        assert(isRight, `${n}: ${seen.join(' × ')}`);
      }
    });

test('an H.264 track whose parameter sets agree has the size of its file', async () => {
  const path = await makeTransport('steady', ['320x180', '320x180']);
  const copy = await makeClip(folder, 'steady.mp4', `-i ${path} -c copy`);
  for (const file of [path, copy])
    assert.equal((await probeSource(tools, file)).video?.changesSize, undefined);
});
