import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { readBoxes } from './boxes.ts';
import type { StoredTrack } from './stored-track.ts';
import { makeRenditionStoryboard } from './storyboard-of-rendition.ts';
import { type StoryboardSheets, type StoryboardSource, makeStoryboard } from './storyboard.ts';
import { sheetCount, storyboardLayout } from './storyboard-layout.ts';
import type { DrawnOverlay } from './overlay-filter.ts';
import { findMediaTools } from './tools.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'kinora-storyboard-'));
after(() => rm(folder, { recursive: true, force: true }));
const tools = await findMediaTools();

const WIDE = { width: 1920, height: 1080 };

test('a picture every 2 to 10 seconds, and about a hundred of a short video', () => {
  const intervals = [1, 100, 200, 201, 600, 1000, 7200].map(
    (seconds) => storyboardLayout(seconds * 1000, WIDE).intervalMs / 1000,
  );
  assert.deepEqual(intervals, [2, 2, 2, 3, 6, 10, 10]);
});

test('every moment has its tile, on at most 40 sheets', () => {
  for (const seconds of [0.04, 1.99, 2, 2.01, 21, 399, 3600, 40_000, 86_400]) {
    const layout = storyboardLayout(seconds * 1000, WIDE);
    assert(layout.tiles * layout.intervalMs >= seconds * 1000);
    assert((layout.tiles - 1) * layout.intervalMs < seconds * 1000);
    assert(sheetCount(layout) <= 40 && sheetCount(layout) >= 1);
    assert(layout.columns * layout.rows * sheetCount(layout) >= layout.tiles);
  }
  assert.equal(sheetCount(storyboardLayout(86_400_000, WIDE)), 40);
});

test('tiles have the shape of the picture, as wide as 160 and as high as 320', () => {
  const sizes = [
    [1920, 1080],
    [1080, 1920],
    [2048, 858],
    [10, 1000],
    [1000, 10],
  ].map(([width = 0, height = 0]) => {
    const { tileWidth, tileHeight } = storyboardLayout(60_000, { width, height });
    return `${tileWidth}x${tileHeight}`;
  });
  assert.deepEqual(sizes, ['160x90', '160x284', '160x68', '4x320', '160x2']);
});

type Clip = { name: string; args: string; seconds: number };

async function boardOf({ name, args, seconds }: Clip): Promise<StoryboardSheets | null> {
  const path = join(folder, name);
  await run('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path]);
  return makeStoryboard(tools, path, sourceOf(seconds));
}

function sourceOf(
  seconds: number,
  shown: { rotation?: number; displayWidth?: number; displayHeight?: number } = {},
): StoryboardSource {
  const source = {
    ...{ streamIndex: 0, interlaced: false, transfer: 'sdr' as const },
    ...{ codedWidth: 320, codedHeight: 180, rotation: 0, displayWidth: 320, displayHeight: 180 },
    ...shown,
  };
  const clock = { originSeconds: 0, keepsClock: true, durationMs: seconds * 1000 };
  return { kind: 'mov', ...clock, video: { source } };
}

/** Grey in the middle of each tile, left to right, top to bottom. */
async function greys(jpeg: Buffer | undefined, columns: number, rows: number): Promise<number[]> {
  const path = join(folder, 'sheet.jpg');
  await writeFile(path, jpeg ?? '');
  const [width = 0, height = 0] = (await sizeOf(jpeg)).split('x').map(Number);
  const args = ['-v', 'error', '-i', path, '-vf', 'format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  return Array.from({ length: columns * rows }, (_, n) => {
    const x = Math.floor(((n % columns) + 0.5) * (width / columns));
    const y = Math.floor((Math.floor(n / columns) + 0.5) * (height / rows));
    return stdout[y * width + x] ?? 0;
  });
}

async function sizeOf(jpeg: Buffer | undefined): Promise<string> {
  const path = join(folder, 'size.jpg');
  await writeFile(path, jpeg ?? '');
  const entries = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0:s=x'];
  return (await run('ffprobe', ['-v', 'error', ...entries, path])).stdout.trim();
}

// A grey that says what time it is: 4 brighter every second, a key frame a second.
const CLOCK = (size: string, seconds: number): string =>
  `-f lavfi -i color=black:s=${size}:r=25:d=${seconds} -vf geq=lum=16+4*floor(T):cb=128:cr=128` +
  ' -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p';

/** Every tile of two seconds shows what was seen within the second before its middle. */
function assertClock(seen: readonly number[], tiles: number): void {
  for (let n = 0; n < tiles; n++) {
    // The range of JPEG is full: 16 to 235 become 0 to 255.
    const second = ((seen[n] ?? 0) * (219 / 255)) / 4;
    const middle = 2 * n + 1;
    assert(second > middle - 1.3 && second < middle + 0.3, `tile ${n} shows second ${second}`);
  }
}

test('each tile shows its own time, and the last sheet ends with the video', async () => {
  const board = await boardOf({ name: 'clock.mp4', args: CLOCK('32x18', 45), seconds: 45 });
  assert(board);
  const { columns, rows, tiles, intervalMs } = board.storyboard;
  assert.deepEqual([columns, rows, tiles, intervalMs], [10, 3, 23, 2000]);
  assert.equal(await sizeOf(board.sheets[0]), '1600x270');
  const seen = await greys(board.sheets[0], columns, rows);
  assertClock(seen, tiles - 1);
});

test('a long video has several sheets', async () => {
  const args = `-f lavfi -i testsrc2=s=32x18:r=1:d=450 -c:v libx264 -preset ultrafast -g 2 -pix_fmt yuv420p`;
  const board = await boardOf({ name: 'long.mp4', args, seconds: 450 });
  assert.equal(board?.storyboard.intervalMs, 5000);
  const { sheets, storyboard } = board;
  assert.equal(storyboard.tiles, 90);
  const twice = await makeStoryboard(tools, join(folder, 'long.mp4'), sourceOf(2250));
  assert.equal(twice?.storyboard.tiles, 225);
  assert.equal(twice.sheets.length, 3);
  for (const sheet of [...sheets, ...twice.sheets]) assert.match(await sizeOf(sheet), /^1600x/);
});

test('a turned picture stands upright on its sheet', async () => {
  const lying = join(folder, 'lying.mp4');
  // The left half is white, so that the turned picture's upper half is.
  const paint = 'drawbox=x=0:y=0:w=160:h=180:color=white:t=fill';
  const pictures = `-f lavfi -i color=black:s=320x180:r=25:d=2 -vf ${paint} -c:v libx264 -pix_fmt yuv420p`;
  await run('ffmpeg', ['-v', 'error', '-y', ...pictures.split(' '), lying]);
  const standing = join(folder, 'standing.mp4');
  const turn = ['-c', 'copy', '-metadata:s:v', 'rotate=270'];
  await run('ffmpeg', ['-v', 'error', '-y', '-i', lying, ...turn, standing]);
  const shown = { rotation: 270, displayWidth: 180, displayHeight: 320 };
  const board = await makeStoryboard(tools, standing, sourceOf(2, shown));
  assert.equal(await sizeOf(board?.sheets[0]), '160x284');
  const [top = 0, bottom = 0] = await greys(board?.sheets[0], 1, 2);
  assert(Math.abs(top - bottom) > 200, `${top} above ${bottom}`);
});

test('sound alone, and pictures that cannot be decoded, have none', async () => {
  const path = join(folder, 'damaged.mp4');
  await writeFile(path, Buffer.alloc(5000, 7));
  assert.equal(await makeStoryboard(tools, path, sourceOf(5)), null);
  assert.equal(await makeStoryboard(tools, path, { ...sourceOf(5), video: null }), null);
});

/** A rendition with a key frame a second, each in a segment of its own. */
async function clockTrack(seconds: number): Promise<StoredTrack> {
  const path = join(folder, 'rendition.mp4');
  const flags = ['-movflags', '+cmaf+frag_keyframe+frag_discont', '-bf', '2'];
  const args = ['-v', 'error', '-y', ...CLOCK('32x18', seconds).split(' '), ...flags, path];
  await run('ffmpeg', args);
  const bytes = await readFile(path);
  const boxes = readBoxes(bytes).filter(({ type }) => type !== 'mfra');
  const starts = boxes.flatMap(({ type, start }) => (type === 'moof' ? [start] : []));
  const segments = starts.map((start, n) => bytes.subarray(start, starts[n + 1]));
  return {
    ...{ kind: 'video', init: bytes.subarray(0, starts[0]), segmentCount: segments.length },
    segment: async (number) => segments[number - 1] ?? Buffer.alloc(0),
  };
}

test('a rendition gives the storyboard that its source would, from its key frames', async () => {
  const track = await clockTrack(45);
  assert.equal(track.segmentCount, 45);
  const shown = { width: 32, height: 18, durationMs: 45_000 };
  const temp = await mkdtemp(join(folder, 'temp-'));
  const board = await makeRenditionStoryboard(tools, track, shown, { tempFolder: temp });
  assert(board);
  assertClock(await greys(board.sheets[0], 10, 3), 22);
  assert.deepEqual(await readdir(temp), []);
});

test('aborting rejects with the reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  const path = join(folder, 'clock.mp4');
  await assert.rejects(makeStoryboard(tools, path, sourceOf(45), { signal }), /enough/);
});

test('an overlay is on every tile, and the rest of it shows what it did', async () => {
  const white: DrawnOverlay = {
    png: execFileSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'color=white:s=100x100', '-frames:v', '1'],
      ...['-f', 'image2pipe', '-c:v', 'png', '-'],
    ]),
    place: {
      ...{ imageWidth: 100, imageHeight: 100, sizePercent: 30, opacityPercent: 100 },
      ...{ position: 'center', marginPercent: 0 },
    },
  };
  const path = join(folder, 'drawn.mp4');
  const args = ['-v', 'error', '-y', ...CLOCK('64x36', 45).split(' '), path];
  await run('ffmpeg', args);
  const middle = await makeStoryboard(tools, path, sourceOf(45), { overlay: white });
  const { columns, rows, tiles } = middle?.storyboard ?? { columns: 0, rows: 0, tiles: 0 };
  assert.equal(tiles, 23);
  const seen = await greys(middle?.sheets[0], columns, rows);
  assert(
    seen.slice(0, tiles).every((grey) => grey > 245),
    seen.join(),
  );
  const corner: DrawnOverlay = { ...white, place: { ...white.place, position: 'topLeft' } };
  const aside = await makeStoryboard(tools, path, sourceOf(45), { overlay: corner });
  assertClock(await greys(aside?.sheets[0], columns, rows), tiles - 1);
});
