import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fragment, readBoxes, writeBox, writeFragment } from '../mp4/boxes.ts';
import { type StreamPart, readFragmentStream } from './fragment-stream.ts';
import { createAudioSegmenter, createVideoSegmenter } from './segmenter.ts';
import { readFragments, presentationTimes } from '../test-clips.ts';

/** A GOP of four frames of one byte each, shown in another order than decoded. */
function gop(start: number, step = 10, delay = 0): Fragment {
  const offsets = [0, 2 * step, 0, -2 * step].map((offset) => offset + delay);
  return {
    decodeTime: start - delay,
    samples: offsets.map((compositionOffset, n) => ({
      duration: step,
      size: 1,
      flags: n === 0 ? 0x02000000 : 0x01010000,
      compositionOffset,
    })),
  };
}

const BYTES = [Buffer.from('abcd')];

test('decode times are rewritten, so that an IDR frame is shown when it is decoded', () => {
  const segmenter = createVideoSegmenter({ borders: [0, 80], endTick: 120 });
  const segments = [
    ...segmenter.add(gop(0, 10, 7), BYTES),
    ...segmenter.add(gop(40, 10, 3), BYTES),
    ...segmenter.add(gop(80, 10, 5), BYTES),
    ...segmenter.end(),
  ];
  assert.deepEqual(
    segments.map(({ number, ticks }) => [number, ticks]),
    [
      [1, 80],
      [2, 40],
    ],
  );
  const fragments = segments.flatMap(({ bytes }) => readFragments(bytes));
  assert.deepEqual(
    fragments.map(({ decodeTime }) => decodeTime),
    [0, 40, 80],
  );
  assert.deepEqual(presentationTimes(fragments[1] ?? gop(0)), [40, 70, 60, 50]);
});

test('a first frame behind its border is shown from the border on', () => {
  const segmenter = createVideoSegmenter({ borders: [0, 40], endTick: 80 });
  const late = gop(45, 5);
  const segments = [
    ...segmenter.add(gop(0), BYTES),
    ...segmenter.add(late, BYTES),
    ...segmenter.end(),
  ];
  assert.deepEqual(
    segments.map(({ ticks }) => ticks),
    [40, 40],
  );
  const [second] = readFragments(segments[1]?.bytes ?? Buffer.alloc(0));
  assert.equal(second?.decodeTime, 40);
});

test('a planned segment without a frame is an error, never a hole', () => {
  const segmenter = createVideoSegmenter({ borders: [0, 40, 80], endTick: 120 });
  segmenter.add(gop(0), BYTES);
  assert.throws(() => segmenter.add(gop(80), BYTES), RangeError);
});

test('a piece keeps its own segments: frames before and after them are dropped', () => {
  const grid = { borders: [0, 80, 160, 240], endTick: 320 };
  const segmenter = createVideoSegmenter(grid, 2, 3);
  const starts = [40, 80, 120, 160, 200, 240];
  const segments = [
    ...starts.flatMap((start) => segmenter.add(gop(start), BYTES)),
    ...segmenter.end(),
  ];
  assert.deepEqual(
    segments.map(({ number, ticks }) => [number, ticks]),
    [
      [2, 80],
      [3, 80],
    ],
  );
  const fragments = segments.flatMap(({ bytes }) => readFragments(bytes));
  assert.deepEqual(
    fragments.map(({ decodeTime }) => decodeTime),
    [80, 120, 160, 200],
  );
});

test('a piece whose last border has no key frame of its own is an error', () => {
  const segmenter = createVideoSegmenter({ borders: [0, 80, 160], endTick: 240 }, 1, 1);
  segmenter.add(gop(0), BYTES);
  assert.throws(() => segmenter.add(gop(60), BYTES), RangeError);
});

test('the key frames of a segment are listed by place, length and time until the next', () => {
  const segmenter = createVideoSegmenter({ borders: [0], endTick: 80 });
  const [segment] = [
    ...segmenter.add(gop(0), BYTES),
    ...segmenter.add(gop(40), BYTES),
    ...segmenter.end(),
  ];
  assert(segment);
  assert.equal(segment.keyFrames.length, 2);
  for (const [n, [offset, length, ticks]] of segment.keyFrames.entries()) {
    const [moof, mdat] = readBoxes(segment.bytes.subarray(offset, offset + length + 3));
    assert.deepEqual([moof?.type, mdat?.type], ['moof', 'mdat'], `${n}`);
    assert.equal(segment.bytes[offset + length - 1], 'a'.charCodeAt(0), 'its last byte included');
    assert.equal(ticks, 40);
  }
});

test('the priming frame of AAC is dropped, and frames go to the segment that is planned for them', () => {
  const frames = (count: number, decodeTime: number): Fragment => ({
    decodeTime,
    samples: Array.from({ length: count }, () => ({
      duration: 1024,
      size: 1,
      flags: 0x02000000,
      compositionOffset: 0,
    })),
  });
  const segmenter = createAudioSegmenter({ borders: [0, 3], frameCount: 5, frameSamples: 1024 });
  const segments = [
    ...segmenter.add(frames(3, -1024), [Buffer.from('p12')]),
    ...segmenter.add(frames(4, 2048), [Buffer.from('3'), Buffer.from('456')]),
    ...segmenter.end(),
  ];
  assert.deepEqual(
    segments.map(({ number, ticks, bytes }) => [number, ticks, bytes.toString('latin1').slice(-3)]),
    [
      [1, 3072, '123'],
      [2, 2048, 't45'],
    ],
  );
});

test('of audio that is encoded from its start, a piece keeps its own segments', () => {
  const sample = { duration: 1024, size: 1, flags: 0x02000000, compositionOffset: 0 };
  const planned = { borders: [0, 2, 4], frameCount: 7, frameSamples: 1024 };
  const kept = (first: number, last: number): [number, number, string][] => {
    const segmenter = createAudioSegmenter(planned, first, last);
    const samples = Array.from({ length: 9 }, () => sample);
    const segments = [
      ...segmenter.add({ decodeTime: -1024, samples }, [Buffer.from('p12345678')]),
      ...segmenter.end(),
    ];
    return segments.map(({ number, ticks, bytes }) => [
      number,
      ticks,
      bytes.toString('latin1').slice(-2),
    ]);
  };
  assert.deepEqual(kept(1, 1), [[1, 2048, '12']]);
  assert.deepEqual(kept(2, 2), [[2, 2048, '34']]);
  assert.deepEqual(kept(2, 3), [
    [2, 2048, '34'],
    [3, 3072, '67'],
  ]);
});

test('a stream is cut the same whether it comes whole or byte by byte', async () => {
  const fragment = gop(0);
  const bytes = Buffer.concat([
    writeBox('ftyp', Buffer.from('isom')),
    writeBox('moov'),
    writeFragment(1, fragment),
    ...BYTES,
    writeBox('mdat').subarray(0, 0),
    writeBox('mfra', Buffer.alloc(3)),
  ]);
  const read = async (size: number): Promise<StreamPart[]> => {
    const parts: StreamPart[] = [];
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    for await (const part of readFragmentStream(chunks())) parts.push(part);
    return parts;
  };
  for (const size of [1, 7, 1000]) {
    const [init, media, ...more] = await read(size);
    assert.equal(init?.type, 'init');
    assert(media?.type === 'fragment');
    assert.deepEqual(media.fragment, fragment);
    assert.equal(Buffer.concat(media.data).toString(), 'abcd');
    assert.deepEqual(more, []);
  }
});

test('a box of absurd size is refused before memory is taken for it', async () => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(0xffffffff, 0);
  head.write('mdat', 4, 'latin1');
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield head;
  };
  await assert.rejects(async () => {
    for await (const part of readFragmentStream(chunks())) assert(part);
  }, RangeError);
});
