import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readBoxes, writeBox } from './boxes.ts';
import { type ByteSource, readMp4Layout } from './mp4-file.ts';
import { type Mp4Index, readMoov, readMp4Index } from './mp4-index.ts';
import { readSamples } from './mp4-samples.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';

const folder = await testFolder();
const AV = `${testVideo('128x96', '25', 2)} ${tone(2)} ${X264} -bf 2 -g 25 -c:a aac`;
const clip = await readFile(await makeClip(folder, 'clip.mp4', `${AV} -metadata:s:a language=tha`));
const indexFirst = await readFile(
  await makeClip(folder, 'first.mp4', '-i clip.mp4 -c copy -movflags faststart'),
);

function inMemory(bytes: Buffer, sizeBytes = bytes.length): ByteSource {
  return { sizeBytes, read: async (start, end) => bytes.subarray(start, end) };
}

async function readIndexOfBytes(bytes: Buffer, sizeBytes?: number): Promise<Mp4Index> {
  const index = await readMp4Index(inMemory(bytes, sizeBytes));
  assert(index);
  return index;
}

test('an index lists tracks, languages, edits and every sample', async () => {
  const { tracks, timescale } = await readIndexOfBytes(clip);
  const [video, audio] = tracks;
  assert(video?.samples && audio?.samples);
  assert.deepEqual([video.handler, audio.handler, audio.language], ['vide', 'soun', 'tha']);
  assert.deepEqual([video.rotation, video.isEnabled, video.language], [0, true, null]);
  assert.deepEqual(video.edits, [{ duration: 2 * timescale, mediaTime: 1024, rate: 1 }]);
  assert.deepEqual([video.entries[0]?.format, audio.entries[0]?.format], ['avc1', 'mp4a']);
  assert.equal(video.samples.count, 50);
  assert.equal(video.samples.isSync.indexOf(1, 1), 25);
  const shown = [...video.samples.pts].sort((a, b) => a - b);
  assert.deepEqual(
    shown,
    [...video.samples.dts.subarray(0, 50)].map((dts) => dts + 1024),
  );
  assert.equal(audio.samples.dts.at(-1), 2 * 48000 + 1024);
});

test('offsets of samples lead to their bytes: lengths of NAL units fill every frame', async () => {
  for (const bytes of [clip, indexFirst]) {
    const index = await readIndexOfBytes(bytes);
    const samples = index.tracks[0]?.samples;
    assert(samples);
    for (let n = 0; n < samples.count; n++) {
      const start: number = samples.offset[n] ?? 0;
      const end: number = start + (samples.size[n] ?? 0);
      let at: number = start;
      while (at < end) at += 4 + bytes.readUInt32BE(at);
      assert.equal(at, end);
    }
  }
});

test('the place of the index is found, and a file that is still arriving is read by it', async () => {
  assert.equal((await readMp4Layout(inMemory(clip))).isIndexFirst, false);
  const layout = await readMp4Layout(inMemory(indexFirst));
  assert.equal(layout.isIndexFirst, true);
  const arrived = indexFirst.subarray(0, (layout.moov?.end ?? 0) + 20);
  const index = await readIndexOfBytes(arrived, indexFirst.length);
  assert.deepEqual(index, await readIndexOfBytes(indexFirst));
  const holes = Buffer.from(clip);
  const { moov } = await readIndexOfBytes(clip);
  holes.fill(0, 3000, moov.start);
  assert.equal((await readIndexOfBytes(holes)).tracks.length, 2);
});

test('an index that is missing or has not arrived as a whole is null', async () => {
  const { moov } = await readIndexOfBytes(indexFirst);
  const short = inMemory(indexFirst.subarray(0, moov.end - 1), indexFirst.length);
  assert.equal(await readMp4Index(short), null);
  const zeros = Buffer.from(clip).fill(0, (await readIndexOfBytes(clip)).moov.start);
  assert.equal(await readMp4Index(inMemory(zeros)), null);
  assert.equal((await readMp4Layout(inMemory(zeros))).moov, null);
  assert.equal(await readMp4Index(inMemory(Buffer.alloc(0))), null);
});

test('fragmented files are left to ffprobe', async () => {
  const path = await makeClip(
    folder,
    'pieces.mp4',
    '-i clip.mp4 -c copy -movflags frag_keyframe+empty_moov',
  );
  const bytes = await readFile(path);
  assert.equal(await readMp4Index(inMemory(bytes)), null);
});

test('a 64-bit size and a size of 0 are followed', async () => {
  const { moov } = await readIndexOfBytes(clip);
  const [body, index] = [clip.subarray(32, moov.start), clip.subarray(moov.start, moov.end)];
  const wide = Buffer.alloc(16);
  wide.writeUInt32BE(1, 0);
  wide.write('mdat', 4, 'latin1');
  wide.writeBigUInt64BE(BigInt(16 + body.length), 8);
  const moved = await readIndexOfBytes(Buffer.concat([writeBox('ftyp'), wide, body, index]));
  assert.equal(moved.tracks.length, 2);
  const endless = Buffer.from(index);
  endless.writeUInt32BE(0, 0);
  const open = await readIndexOfBytes(Buffer.concat([writeBox('ftyp'), endless]));
  assert.deepEqual(open.moov, { start: 8, end: 8 + index.length });
});

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * n);
  return bytes;
}

/** A sample table of three samples of 10 bytes in two chunks at 100 and beyond 4 GiB. */
function table(changes: Record<string, Buffer> = {}): Buffer {
  const boxes: Record<string, Buffer> = {
    stts: uint32(0, 1, 3, 512),
    ctts: uint32(0x01000000, 2, 1, 512, 2, -512),
    stss: uint32(0, 1, 2),
    stsz: uint32(0, 10, 3),
    stsc: uint32(0, 2, 1, 2, 1, 2, 1, 1),
    co64: uint32(0, 2, 0, 100, 2, 0),
    ...changes,
  };
  return Buffer.concat(Object.entries(boxes).map(([type, body]) => writeBox(type, body)));
}

const ROOM = { samples: 1000, sizeBytes: 2 ** 34 };

test('signed composition offsets, 64-bit chunk offsets and uniform sizes are unfolded', () => {
  const samples = readSamples(table(), 'vide', ROOM);
  assert.deepEqual([...samples.offset], [100, 110, 2 ** 33]);
  assert.deepEqual([...samples.dts], [0, 512, 1024, 1536]);
  assert.deepEqual([...samples.pts], [512, 0, 512]);
  assert.deepEqual([...samples.isSync], [0, 1, 0]);
  assert.equal(samples.mixesEntries, false);
});

test('compact sizes of 4, 8 and 16 bits are unfolded', () => {
  const sizes = (bits: number, hex: string): number[] => {
    const stz2 = Buffer.concat([uint32(0, bits, 3), Buffer.from(hex, 'hex')]);
    const { stsz, ...rest } = { stsz: Buffer.alloc(0), stz2 };
    const bytes = table(rest);
    assert.equal(stsz.length, 0);
    return [...readSamples(bytes, 'vide', ROOM).size];
  };
  assert.deepEqual(sizes(4, '1230'), [1, 2, 3]);
  assert.deepEqual(sizes(8, '0102ff'), [1, 2, 255]);
  assert.deepEqual(sizes(16, '00010002ffff'), [1, 2, 65535]);
});

test('raw audio counts by chunks, not by millions of samples', () => {
  const bytes = table({
    stts: uint32(0, 1, 48_000_000, 1),
    stsz: uint32(0, 4, 48_000_000),
    stsc: uint32(0, 1, 1, 24_000_000, 1),
    ctts: uint32(0, 0),
  });
  const samples = readSamples(bytes, 'soun', ROOM);
  assert.equal(samples.areChunks, true);
  assert.deepEqual([...samples.dts], [0, 24_000_000, 48_000_000]);
  assert.deepEqual([...samples.size], [96_000_000, 96_000_000]);
});

test('tables that state more than they contain, or contradict each other, are refused at once', () => {
  const wrong: Record<string, Buffer>[] = [
    { stsz: uint32(0, 0, 0xffffffff) },
    { stsz: uint32(0, 10, 0xffffffff) },
    { stsz: uint32(0, 10, 900) },
    { stsz: uint32(0, 0xffffff, 900), stts: uint32(0, 1, 900, 1) },
    { stts: uint32(0, 1, 2, 512) },
    { stts: uint32(0, 0xffffffff, 3, 512) },
    { stts: uint32(0, 1, 3, -5) },
    { ctts: uint32(0, 1, 3, 0x7fffffff) },
    { stsc: uint32(0, 0xffffffff, 1, 2, 1) },
    { stsc: uint32(0, 1, 2, 2, 1) },
    { stsc: uint32(0, 2, 1, 1, 1, 1, 1, 1) },
    { stsc: uint32(0, 1, 1, 1, 1) },
    { co64: uint32(0, 3, 0, 0) },
    { co64: uint32(0, 2, 0, 100, 0xffffffff, 0) },
    { stss: uint32(0, 9, 1) },
  ];
  for (const [n, change] of wrong.entries()) {
    const limits = { samples: 800, sizeBytes: 100_000 };
    assert.throws(() => readSamples(table(change), 'vide', limits), RangeError, `case ${n}`);
  }
});

test('300 mutations of a real index end in an index or a RangeError, quickly and in little memory', () => {
  const moov = readBoxes(clip).find(({ type }) => type === 'moov')?.body;
  assert(moov);
  let seed = 7;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  let [read, refused] = [0, 0];
  for (let round = 0; round < 300; round++) {
    const mutated = Buffer.from(moov);
    for (let n = 0; n <= round % 12; n++) {
      const at = next(mutated.length - 4);
      // Single bits, bytes, and whole fields of extreme values.
      if (n % 3 === 0) mutated[at] = (mutated[at] ?? 0) ^ (1 << next(8));
      else if (n % 3 === 1) mutated[at] = next(256);
      else mutated.writeUInt32BE([0, 1, 0x7fffffff, 0xffffffff][next(4)] ?? 0, at);
    }
    try {
      const parsed = readMoov(mutated.subarray(0, next(10) ? undefined : next(moov.length)), 1e5);
      const counts = parsed?.tracks.map(({ samples }) => samples?.count ?? 0) ?? [];
      assert(counts.reduce((sum, count) => sum + count, 0) < 200_000);
      read += 1;
    } catch (error) {
      assert(error instanceof RangeError, String(error));
      refused += 1;
    }
  }
  assert(read > 30 && refused > 30, `${read} read, ${refused} refused`);
});
