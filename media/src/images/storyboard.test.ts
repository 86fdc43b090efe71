import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { Storyboard } from '@kinora/contract/stream';
import { probeSource } from '../probe/probe.ts';
import { TEST_COLOUR } from '../plan/test-source.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import { type StoryboardSheets, type StoryboardSource, makeStoryboard } from './storyboard.ts';
import { countSheets, layOutStoryboard } from './storyboard-layout.ts';
import type { DrawnOverlay } from '../encode/overlay-filter.ts';
import { type MediaTools, findMediaTools } from '../cage/tools.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'kinora-storyboard-'));
after(() => rm(folder, { recursive: true, force: true }));
const tools = await findMediaTools();

const WIDE = { width: 1920, height: 1080 };

test('a storyboard has a picture every 2 to 10 seconds, and about a hundred of a short video', () => {
  const intervals = [1, 100, 200, 201, 600, 1000, 7200].map(
    (seconds) => layOutStoryboard(seconds * 1000, WIDE).intervalMs / 1000,
  );
  assert.deepEqual(intervals, [2, 2, 2, 3, 6, 10, 10]);
});

test('every moment has its tile, on at most 40 sheets', () => {
  for (const seconds of [0.04, 1.99, 2, 2.01, 21, 399, 3600, 40_000, 86_400]) {
    const layout = layOutStoryboard(seconds * 1000, WIDE);
    assert(layout.tiles * layout.intervalMs >= seconds * 1000);
    assert((layout.tiles - 1) * layout.intervalMs < seconds * 1000);
    assert(countSheets(layout) <= 40 && countSheets(layout) >= 1);
    assert(layout.columns * layout.rows * countSheets(layout) >= layout.tiles);
  }
  assert.equal(countSheets(layOutStoryboard(86_400_000, WIDE)), 40);
});

test('tiles have the shape of the frame, at most 160 wide and 320 high', () => {
  const sizes = [
    [1920, 1080],
    [1080, 1920],
    [2048, 858],
    [10, 1000],
    [1000, 10],
  ].map(([width = 0, height = 0]) => {
    const { tileWidth, tileHeight } = layOutStoryboard(60_000, { width, height });
    return `${tileWidth}x${tileHeight}`;
  });
  assert.deepEqual(sizes, ['160x90', '160x284', '160x68', '4x320', '160x2']);
});

type Clip = { name: string; args: string; seconds: number };

async function makeBoard({ name, args, seconds }: Clip): Promise<StoryboardSheets | null> {
  const path = join(folder, name);
  await run('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path]);
  return makeStoryboard(tools, path, toSource(seconds));
}

function toSource(
  seconds: number,
  shown: { rotation?: number; displayWidth?: number; displayHeight?: number } = {},
): StoryboardSource {
  const source = {
    streamIndex: 0,
    interlaced: false,
    transfer: 'sdr' as const,
    colour: TEST_COLOUR,
    keyLeadSeconds: 0,
    pixelFormat: 'yuv420p',
    codedWidth: 320,
    codedHeight: 180,
    rotation: 0,
    displayWidth: 320,
    displayHeight: 180,
    startSeconds: 0,
    endSeconds: seconds,
    ...shown,
  };
  const clock = { originSeconds: 0, keepsClock: true, durationMs: seconds * 1000 };
  return { kind: 'mov', ...clock, video: { source } };
}

/** Grey in the middle of each tile, left to right, top to bottom. */
async function greys(jpeg: Buffer | undefined, columns: number, rows: number): Promise<number[]> {
  const path = join(folder, 'sheet.jpg');
  await writeFile(path, jpeg ?? '');
  const [width = 0, height = 0] = (await readSize(jpeg)).split('x').map(Number);
  const args = ['-v', 'error', '-i', path, '-vf', 'format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 24 });
  return Array.from({ length: columns * rows }, (_, n) => {
    const x = Math.floor(((n % columns) + 0.5) * (width / columns));
    const y = Math.floor((Math.floor(n / columns) + 0.5) * (height / rows));
    return stdout[y * width + x] ?? 0;
  });
}

async function readSize(jpeg: Buffer | undefined): Promise<string> {
  const path = join(folder, 'size.jpg');
  await writeFile(path, jpeg ?? '');
  const entries = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0:s=x'];
  return (await run('ffprobe', ['-v', 'error', ...entries, path])).stdout.trim();
}

// A grey that encodes the time: 4 brighter every second, a key frame a second.
const CLOCK = (size: string, seconds: number): string =>
  `-f lavfi -i color=black:s=${size}:r=25:d=${seconds} -vf geq=lum=16+4*floor(T):cb=128:cr=128` +
  ' -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p';

function toSecond(grey = 0): number {
  // The range of JPEG is full: 16 to 235 become 0 to 255.
  return (grey * (219 / 255)) / 4;
}

/** Every tile of two seconds shows a frame of the second before its middle. */
function assertClock(seen: readonly number[], tiles: number): void {
  for (let n = 0; n < tiles; n++) {
    const second = toSecond(seen[n]);
    const middle = 2 * n + 1;
    // A second is four levels of grey, two of which JPEG leaves uncertain.
    assert(second > middle - 1.6 && second < middle + 0.6, `tile ${n} shows second ${second}`);
  }
}

test('each tile shows its own time, and the last sheet ends with the video', async () => {
  const board = await makeBoard({ name: 'clock.mp4', args: CLOCK('32x18', 45), seconds: 45 });
  assert(board);
  const { columns, rows, tiles, intervalMs } = board.storyboard;
  assert.deepEqual([columns, rows, tiles, intervalMs], [10, 3, 23, 2000]);
  assert.equal(await readSize(board.sheets[0]), '1600x270');
  const seen = await greys(board.sheets[0], columns, rows);
  assertClock(seen, tiles - 1);
});

test('a long video has several sheets', async () => {
  const args = `-f lavfi -i testsrc2=s=32x18:r=1:d=450 -c:v libx264 -preset ultrafast -g 2 -pix_fmt yuv420p`;
  const board = await makeBoard({ name: 'long.mp4', args, seconds: 450 });
  assert.equal(board?.storyboard.intervalMs, 5000);
  const { sheets, storyboard } = board;
  assert.equal(storyboard.tiles, 90);
  const twice = await makeStoryboard(tools, join(folder, 'long.mp4'), toSource(2250));
  assert.equal(twice?.storyboard.tiles, 225);
  assert.equal(twice.sheets.length, 3);
  for (const sheet of [...sheets, ...twice.sheets]) assert.match(await readSize(sheet), /^1600x/);
});

test('a turned frame stands upright on its sheet', async () => {
  const lying = join(folder, 'lying.mp4');
  // The left half is white, so that the turned frame's upper half is.
  const paint = 'drawbox=x=0:y=0:w=160:h=180:color=white:t=fill';
  const clip = `-f lavfi -i color=black:s=320x180:r=25:d=2 -vf ${paint} -c:v libx264 -pix_fmt yuv420p`;
  await run('ffmpeg', ['-v', 'error', '-y', ...clip.split(' '), lying]);
  const standing = join(folder, 'standing.mp4');
  const turn = ['-c', 'copy', '-metadata:s:v', 'rotate=270'];
  await run('ffmpeg', ['-v', 'error', '-y', '-i', lying, ...turn, standing]);
  const shown = { rotation: 270, displayWidth: 180, displayHeight: 320 };
  const board = await makeStoryboard(tools, standing, toSource(2, shown));
  assert.equal(await readSize(board?.sheets[0]), '160x284');
  const [top = 0, bottom = 0] = await greys(board?.sheets[0], 1, 2);
  assert(Math.abs(top - bottom) > 200, `${top} above ${bottom}`);
});

test('audio alone, and video that can’t be decoded, have none', async () => {
  const path = join(folder, 'damaged.mp4');
  await writeFile(path, Buffer.alloc(5000, 7));
  assert.equal(await makeStoryboard(tools, path, toSource(5)), null);
  assert.equal(await makeStoryboard(tools, path, { ...toSource(5), video: null }), null);
});

/** Each tile of so many seconds shows a frame of its own interval. */
function assertOwnTimes(seen: readonly number[], { tiles, intervalMs }: Storyboard): void {
  const interval = intervalMs / 1000;
  for (let n = 0; n < tiles; n++) {
    const second = toSecond(seen[n]);
    const isOwn = second + 1.3 > n * interval && second - 0.3 < (n + 1) * interval;
    assert(isOwn, `tile ${n} of ${interval} s shows second ${second}`);
  }
}

const SPARSE = {
  'every 250 frames, as x264 does by itself': { name: 'usual.mp4', gop: '-g 250' },
  'every six seconds, as what is copied may': { name: 'copied.mp4', gop: '-g 150 -sc_threshold 0' },
  once: { name: 'once.mp4', gop: '-g 9999 -sc_threshold 0' },
  'once, and frames that none refers to': { name: 'b.mp4', gop: '-g 9999 -bf 3 -b_strategy 0' },
  'once in Matroska': { name: 'once.mkv', gop: '-g 9999', kind: 'matroska' as const },
  'once in a transport stream': { name: 'once.ts', gop: '-g 9999', kind: 'mpegts' as const },
};
for (const [how, { name, gop, ...of }] of Object.entries(SPARSE)) {
  test(`each tile shows its own time where key frames come ${how}`, async () => {
    const path = join(folder, name);
    const args = ['-v', 'error', '-y', ...`${CLOCK('32x18', 25)} ${gop}`.split(' '), path];
    await run('ffmpeg', args);
    const probe = await probeSource(tools, path);
    const originSeconds = probe.video?.startSeconds ?? 0;
    const source = { ...toSource(25), ...of, originSeconds, video: withSource(probe) };
    const board = await makeStoryboard(tools, path, source);
    assert.equal(board?.storyboard.tiles, 13);
    assertOwnTimes(await greys(board.sheets[0], 10, 2), board.storyboard);
  });
}

function withSource({ video }: SourceProbe): StoryboardSource['video'] {
  return video && { source: video };
}

test('a tile shows the frame that is still shown where frames last long, and the last one at the end', async () => {
  // Each second has a frame, but none from 10 to 17 and none from 21 on.
  const grey = 'geq=lum=16+4*floor(T):cb=128:cr=128';
  const stands = 'select=not(between(t\\,11\\,16)+gte(t\\,21))';
  const args =
    `-f lavfi -i color=black:s=32x18:r=5:d=25 -f lavfi -i sine=d=25 -vf ${grey},${stands}` +
    ' -fps_mode vfr -c:v libx264 -g 9999 -preset ultrafast -pix_fmt yuv420p';
  const path = join(folder, 'stands.mp4');
  await run('ffmpeg', ['-v', 'error', '-y', ...args.split(' '), path]);
  const probe = await probeSource(tools, path);
  const board = await makeStoryboard(tools, path, { ...toSource(25), video: withSource(probe) });
  const seen = (await greys(board?.sheets[0], 10, 2)).slice(0, 13);
  const seconds = seen.map((grey) => Math.round(toSecond(grey)));
  assert.deepEqual(seconds, [0, 2, 4, 6, 8, 10, 10, 10, 16, 18, 20, 20, 20]);
});

test('a long video with a key frame in each interval is made by key frames alone', async () => {
  // A key frame at 0, 9.6, 19.2, …: behind the middle of most tiles of ten seconds.
  const path = join(folder, 'film.mp4');
  const grey = 'geq=lum=16+4*mod(floor(T/10)\\,50):cb=128:cr=128';
  const keys = '-g 48 -sc_threshold 0 -bf 2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p';
  const frames = `-f lavfi -i color=black:s=32x18:r=5:d=1000 -vf ${grey} ${keys}`;
  await run('ffmpeg', ['-v', 'error', '-y', ...frames.split(' '), path]);
  const log = join(folder, 'decoded.txt');
  const program = join(folder, 'ffmpeg.sh');
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${log}\nexec ${tools.ffmpeg} "$@"\n`);
  await chmod(program, 0o755);
  const bare: MediaTools = {
    ...tools,
    ffmpeg: program,
    sandbox: 'none',
    wrapper: [],
    prlimit: null,
  };
  const board = await makeStoryboard(bare, path, toSource(1000));
  const runs = (await readFile(log, 'utf8')).trimEnd().split('\n');
  assert.deepEqual(
    runs.map((words) => /-skip_frame (\w+)/.exec(words)?.[1]),
    ['nokey', 'nokey'],
  );
  assert.equal(board?.storyboard.intervalMs, 10_000);
  const seen = await greys(board.sheets[0], 10, 10);
  for (const [n, grey] of seen.entries())
    assert(Math.abs(toSecond(grey) - (n % 50)) < 0.5, `tile ${n} shows ${toSecond(grey)}`);
});

test('aborting rejects with the reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  const path = join(folder, 'clock.mp4');
  await assert.rejects(makeStoryboard(tools, path, toSource(45), { signal }), /enough/);
});

test('an overlay is on every tile, and the rest of it shows what it did', async () => {
  const white: DrawnOverlay = {
    png: execFileSync('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=white:s=100x100',
      '-frames:v',
      '1',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-',
    ]),
    place: {
      imageWidth: 100,
      imageHeight: 100,
      sizePercent: 30,
      opacityPercent: 100,
      position: 'center',
      marginPercent: 0,
    },
  };
  const path = join(folder, 'drawn.mp4');
  const args = ['-v', 'error', '-y', ...CLOCK('64x36', 45).split(' '), path];
  await run('ffmpeg', args);
  const middle = await makeStoryboard(tools, path, toSource(45), { overlay: white });
  const { columns, rows, tiles } = middle?.storyboard ?? { columns: 0, rows: 0, tiles: 0 };
  assert.equal(tiles, 23);
  const seen = await greys(middle?.sheets[0], columns, rows);
  assert(
    seen.slice(0, tiles).every((grey) => grey > 245),
    seen.join(),
  );
  const corner: DrawnOverlay = { ...white, place: { ...white.place, position: 'topLeft' } };
  const aside = await makeStoryboard(tools, path, toSource(45), { overlay: corner });
  assertClock(await greys(aside?.sheets[0], columns, rows), tiles - 1);
});
