import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { findMp4Layout } from './mp4-layout.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-boxes-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const run = promisify(execFile);

/** A box of `size` bytes; `size` is what its header says when `header` gives another. */
function box(type: string, size: number, header: number | bigint = size): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (typeof header === 'bigint') {
    view.setUint32(0, 1);
    view.setBigUint64(8, header);
  } else view.setUint32(0, header);
  bytes.set(new TextEncoder().encode(type), 4);
  return bytes;
}

const fileOf = (...boxes: Uint8Array[]) => new Blob(boxes as Uint8Array<ArrayBuffer>[]);

async function rangesOf(file: Blob): Promise<string | null> {
  const layout = await findMp4Layout(file);
  return layout && layout.map(({ start, end }) => `${start}-${end}`).join();
}

test('an index behind the media goes before it, and every byte is sent once', async () => {
  const cases: [string, Blob][] = [
    ['0-20,70-100,20-70', fileOf(box('ftyp', 20), box('mdat', 50), box('moov', 30))],
    [
      '0-28,78-108,28-78,108-120',
      fileOf(box('ftyp', 20), box('free', 8), box('mdat', 50), box('moov', 30), box('free', 12)),
    ],
    ['50-80,0-50', fileOf(box('mdat', 50), box('moov', 30))],
    [
      '0-8,118-148,8-118,148-188',
      fileOf(
        box('wide', 8),
        box('mdat', 50),
        box('uuid', 10),
        box('mdat', 50),
        box('moov', 30),
        box('mdat', 40),
      ),
    ],
  ];
  for (const [ranges, file] of cases) assert.equal(await rangesOf(file), ranges);
});

test('boxes with 64-bit sizes, and one that reaches to the end, are read', async () => {
  const long = fileOf(box('ftyp', 20), box('mdat', 50, 50n), box('moov', 30, 30n));
  assert.equal(await rangesOf(long), '0-20,70-100,20-70');
  const toEnd = fileOf(box('ftyp', 20), box('mdat', 50), box('moov', 30, 0));
  assert.equal(await rangesOf(toEnd), '0-20,70-100,20-70');
});

test('a file of more than 4 GiB is walked by its headers alone', async () => {
  const mediaBytes = 5 * 2 ** 30;
  const head = fileOf(box('ftyp', 20), box('mdat', 16, BigInt(mediaBytes)));
  const index = fileOf(box('moov', 30));
  let read = 0;
  // The reader needs this of a Blob; no test can hold 5 GiB.
  const file = {
    size: 20 + mediaBytes + 30,
    slice(start: number, end: number) {
      read += end - start;
      const from = start - 20 - mediaBytes;
      return from >= 0 ? index.slice(from, from + end - start) : head.slice(start, end);
    },
  } as Blob;
  const end = 20 + mediaBytes;
  assert.equal(await rangesOf(file), `0-20,${end}-${end + 30},20-${end}`);
  assert.ok(read < 100, `${read} bytes were read`);
});

test('a file with its index in front is sent as it is', async () => {
  assert.equal(await rangesOf(fileOf(box('ftyp', 20), box('moov', 30), box('mdat', 50))), null);
  const fragmented = [box('ftyp', 20), box('moov', 30), box('moof', 20), box('mdat', 50)];
  assert.equal(await rangesOf(fileOf(...fragmented)), null);
});

test('a file that is no MP4, or is cut short, is sent as it is', async () => {
  const ftyp = box('ftyp', 20);
  const cases: Uint8Array[][] = [
    [],
    [new Uint8Array(5)],
    [new Uint8Array(100)],
    [new TextEncoder().encode('#EXTM3U\n#EXT-X-VERSION:7\nsegment.ts\n')],
    [Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81)],
    [ftyp],
    [ftyp, box('mdat', 50)],
    [ftyp, box('mdat', 50, 0), box('moov', 30)],
    [ftyp, box('mdat', 50, 500)],
    [ftyp, box('mdat', 50), box('moov', 30, 31)],
    [ftyp, box('mdat', 50), new Uint8Array(7)],
    [ftyp, box('mdat', 50, 7), box('moov', 30)],
    [ftyp, box('mdat', 50, 15n), box('moov', 30)],
    [ftyp, box('mdat', 50, 2n ** 64n - 1n), box('moov', 30)],
    [ftyp, ...Array.from({ length: 100 }, () => box('mdat', 8)), box('moov', 30)],
    [box('moof', 20), box('mdat', 50), box('moov', 30)],
  ];
  for (const boxes of cases) assert.equal(await rangesOf(fileOf(...boxes)), null);
});

test('a file of ffmpeg is known: its index is behind by itself, in front when asked', async () => {
  const make = async (name: string, ...flags: string[]) => {
    const path = join(folder, name);
    await run('ffmpeg', [
      ...'-hide_banner -loglevel error -f lavfi -i testsrc2=s=64x64:r=10 -t 1'.split(' '),
      ...flags,
      path,
    ]);
    return new Blob([new Uint8Array(await readFile(path))]);
  };
  const behind = await make('behind.mp4');
  const layout = (await findMp4Layout(behind)) ?? [];
  const first = new Blob(layout.map(({ start, end }) => behind.slice(start, end)));
  assert.equal(first.size, behind.size);
  const types = await first.slice(0, 64).text();
  assert.match(types, /ftyp[\s\S]*moov/);
  assert.notEqual(await findMp4Layout(await make('behind.mov')), null);
  assert.equal(await findMp4Layout(await make('front.mp4', '-movflags', '+faststart')), null);
  const fragmented = await make('fragmented.mp4', '-movflags', '+frag_keyframe+empty_moov');
  assert.equal(await findMp4Layout(fragmented), null);
  assert.equal(await findMp4Layout(await make('other.mkv')), null);
});
