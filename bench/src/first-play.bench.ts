// From an upload to the first frame, through the whole product. Promises (seconds):
// a conforming 1080p source, paced at 25 Mbit/s: first segment ≤ 4 after the first byte, its copy
// whole ≤ 0.5 after the last; the same with its index at the end, sent index first as the console
// does: ≤ 1.1 × that; as an ordinary client sends it: ≤ 3 after the last byte; a source that must be
// encoded (HEVC 10 bit, variable rate, turned), whatever its length: ≤ 5 after the last byte.
// Run: node bench/src/first-play.bench.ts [seconds of clip, 600] [rounds, 3] [seconds of the long one, 3600]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import {
  deleteVideo,
  waitUntilPlayable,
  hasWholeVideo,
  openClient,
  type Sending,
  upload,
  waitForVideo,
} from './product-client.ts';
import { startProduct } from './product.ts';

requirePackages('ffmpeg');
const run = promisify(execFile);
const seconds = Number(process.argv[2] ?? 600);
const rounds = Number(process.argv[3] ?? 3);
const longSeconds = Number(process.argv[4] ?? 3600);
const paceBps = 25_000_000;
const folder = await mkdtemp(join(tmpdir(), 'kinora-first-play-'));

/** Makes a minute of video and repeats it, as making ten minutes would take long. */
async function makeClip(
  name: string,
  picture: string[],
  last: string[],
  lengths = [seconds],
): Promise<Buffer[]> {
  const minute = join(folder, `minute-${name}`);
  const length = Math.min(60, seconds);
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=1920x1080:r=30:d=${length}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${length}`,
    ...picture,
    '-c:a',
    'aac',
    '-shortest',
    minute,
  ]);
  const clips: Buffer[] = [];
  for (const wanted of lengths) {
    const loops = Math.max(0, Math.round(wanted / length) - 1);
    const path = join(folder, name);
    const input = ['-v', 'error', '-y', '-stream_loop', String(loops), '-i', minute];
    await run('ffmpeg', [...input, '-c', 'copy', ...last, path]);
    clips.push(await readFile(path));
    await rm(path);
  }
  return clips;
}

const x264 =
  '-c:v libx264 -preset ultrafast -g 60 -b:v 6M -maxrate 8M -bufsize 8M -pix_fmt yuv420p';
const x265 =
  '-c:v libx265 -preset ultrafast -crf 34 -x265-params log-level=error -pix_fmt yuv420p10le';
const none = Buffer.alloc(0);
const [inFront = none] = await makeClip('front.mp4', x264.split(' '), ['-movflags', '+faststart']);
const [atEnd = none] = await makeClip('end.mp4', x264.split(' '), []);
const drop = `select='not(eq(mod(n\\,7)\\,3))'`;
const [encoded = none, long = none] = await makeClip(
  'hevc.mp4',
  ['-vf', drop, '-fps_mode', 'vfr', ...x265.split(' '), '-tag:v', 'hvc1'],
  ['-metadata:s:v:0', 'rotate=90', '-movflags', '+faststart'],
  [seconds, longSeconds],
);
console.log(
  `clips of ${seconds} s: conforming ${(inFront.length / 1e6).toFixed(0)} MB, ` +
    `HEVC ${(encoded.length / 1e6).toFixed(0)} MB, ${longSeconds} s of it ` +
    `${(long.length / 1e6).toFixed(0)} MB`,
);

/** Reorders a file whose index follows its media as the console sends it: head, index, media. */
function indexFirst(bytes: Buffer): string {
  const at = (type: string): { start: number; end: number } => {
    for (let start = 0; start < bytes.length;) {
      const small = bytes.readUInt32BE(start);
      const size = small === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : small;
      if (bytes.toString('latin1', start + 4, start + 8) === type)
        return { start, end: start + size };
      start += size;
    }
    throw new Error(`no ${type}`);
  };
  const [media, index] = [at('mdat'), at('moov')];
  return `0-${media.start},${index.start}-${bytes.length},${media.start}-${index.start}`;
}

type Figures = { afterFirst: number[]; afterLast: number[]; wholeAfterLast: number[] };
const cases: Record<string, Omit<Sending, 'title'>> = {
  'index in front, 25 Mbit/s': { bytes: inFront, paceBps },
  'index at the end, sent first, 25 Mbit/s': { bytes: atEnd, layout: indexFirst(atEnd), paceBps },
  'index at the end, sent last, 25 Mbit/s': { bytes: atEnd, paceBps },
  'to be encoded, at full speed': { bytes: encoded },
  'the long one, at full speed': { bytes: long },
};

const product = await startProduct();
try {
  const client = await openClient(product);
  const all: Record<string, Figures> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, sending] of Object.entries(cases)) {
      // The first round warms caches and compilers, and runs at full speed.
      const { paceBps: pace, ...fast } = sending;
      const paced = round > 0 && pace !== undefined ? { paceBps: pace } : {};
      const { key, firstByteAt, lastByteAt } = await upload(client, {
        ...fast,
        ...paced,
        title: name,
      });
      const [played, last] = await Promise.all([waitUntilPlayable(client, key), lastByteAt]);
      // An encoded source is whole after its ladder, which is not measured here.
      const isCopied = name.startsWith('index');
      const whole = isCopied ? await waitForVideo(client, key, hasWholeVideo) : played;
      await deleteVideo(client, key);
      await sleep(3000);
      if (round === 0) continue;
      console.log(`${name}: ${((played - firstByteAt) / 1000).toFixed(2)} s after the first byte`);
      const figures = (all[name] ??= { afterFirst: [], afterLast: [], wholeAfterLast: [] });
      figures.afterFirst.push((played - firstByteAt) / 1000);
      figures.afterLast.push((played - last) / 1000);
      figures.wholeAfterLast.push((whole - last) / 1000);
    }
  }
  for (const [name, figures] of Object.entries(all)) {
    const [first, last, whole] = [
      median(figures.afterFirst),
      median(figures.afterLast),
      median(figures.wholeAfterLast),
    ].map((value) => value.toFixed(2));
    console.log(
      `${name}: first segment ${first} s after the first byte, ${last} s after the last; ` +
        (name.startsWith('index') ? `its copy whole ${whole} s after the last` : ''),
    );
  }
} finally {
  await product.stop();
  await rm(folder, { recursive: true });
}
