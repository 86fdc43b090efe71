import { writeBox } from '../mp4/boxes.ts';
import {
  type Edit,
  HIGH,
  MAX,
  AUDIO_STBL,
  STBL,
  each,
  edit,
  elst,
  indexedClip,
  join,
  parts,
  reorderedClip,
  set,
  table,
  u32,
  u32s,
  u64,
} from './test-mp4-edit.ts';
import type { Recipe } from './test-workshop.ts';

/** An `stsc` that says for each of many chunks that it holds one sample. */
function manyRuns(count: number): Buffer {
  const runs = Array.from({ length: 3 * count }, (_, n) => (n % 3 === 0 ? 1 + n / 3 : 1));
  return Buffer.concat([u32(0, count), u32s(runs)]);
}

/** Name, path and change of the index. */
const EDITS: readonly (readonly [string, string, Edit])[] = [
  ['mvhd of no timescale', 'moov/mvhd', set(12, 0)],
  ['mvhd of a huge timescale', 'moov/mvhd', set(12, MAX)],
  ['mvhd of a huge duration', 'moov/mvhd', set(16, MAX)],
  ['mvhd cut off', 'moov/mvhd', (body) => body.subarray(0, 14)],
  ['no mvhd', 'moov/mvhd', () => null],
  ['no tracks', 'moov/trak', () => null],
  ['tracks of one id', 'moov/trak/tkhd', set(12, 7)],
  ['tracks of id 0', 'moov/trak/tkhd', set(12, 0)],
  ['tkhd cut off', 'moov/trak/tkhd', (body) => body.subarray(0, 10)],
  ['a matrix of junk', 'moov/trak/tkhd', each(40, 4, (_, n) => n * 0x12345678)],
  ['a matrix of zeros', 'moov/trak/tkhd', each(40, 4, () => 0)],
  ['mdhd of no timescale', 'moov/trak:0/mdia/mdhd', set(12, 0)],
  ['mdhd of timescale 1', 'moov/trak:0/mdia/mdhd', set(12, 1)],
  ['mdhd of a huge timescale', 'moov/trak:0/mdia/mdhd', set(12, HIGH)],
  ['mdhd of a negative timescale', 'moov/trak:0/mdia/mdhd', set(12, MAX)],
  ['mdhd of a huge duration', 'moov/trak/mdia/mdhd', set(16, HIGH)],
  ['no mdhd', 'moov/trak/mdia/mdhd', () => null],
  ['no mdia', 'moov/trak:0/mdia', () => null],
  ['no minf', 'moov/trak:0/mdia/minf', () => null],
  ['no stbl', STBL, () => null],
  ['an unknown handler', 'moov/trak:0/mdia/hdlr', set(8, 0x41414141)],
  ['frames called audio', 'moov/trak:0/mdia/hdlr', set(8, 0x736f756e)],
  ['audio called frames', 'moov/trak:1/mdia/hdlr', set(8, 0x76696465)],
  ['stts of 2^31 samples', `${STBL}/stts`, table(1, HIGH, 512)],
  ['stts of 2^32-1 entries', `${STBL}/stts`, set(4, MAX)],
  ['stts of no entries', `${STBL}/stts`, table(0)],
  ['stts of zeros', `${STBL}/stts`, table(1, 30, 0)],
  ['stts of 2^31 ticks', `${STBL}/stts`, table(1, 30, HIGH)],
  ['stts of negative ticks', `${STBL}/stts`, table(1, 30, -512)],
  ['stts of an hour a frame', `${STBL}/stts`, table(1, 30, 12800 * 3600)],
  ['stts of half an hour a frame', `${STBL}/stts`, table(1, 30, 12800 * 1800)],
  ['stts of 2 s a frame', `${STBL}/stts`, table(1, 30, 25600)],
  ['stts that runs back once', `${STBL}/stts`, table(3, 10, 512, 1, -4096, 19, 512)],
  ['stts of audio, an hour a frame', `${AUDIO_STBL}/stts`, table(1, HIGH, HIGH)],
  ['stts of too few samples', `${STBL}/stts`, table(1, 3, 512)],
  ['no stts', `${STBL}/stts`, () => null],
  ['stsz of 2^32-1 samples', `${STBL}/stsz`, set(8, MAX)],
  ['stsz of 2^32-1 samples of one byte', `${STBL}/stsz`, table(1, MAX)],
  ['stsz of 2^31 bytes each', `${STBL}/stsz`, each(12, 4, () => HIGH)],
  ['stsz of 2^32-1 bytes each', `${STBL}/stsz`, set(4, MAX)],
  ['stsz of zeros', `${STBL}/stsz`, each(12, 4, () => 0)],
  ['stsz of one byte each', `${STBL}/stsz`, each(12, 4, () => 1)],
  ['stsz one byte too long', `${STBL}/stsz`, each(12, 4, (size) => size + 1)],
  ['stsz one byte too short', `${STBL}/stsz`, each(12, 4, (size) => size - 1)],
  ['stsz cut off', `${STBL}/stsz`, (body) => body.subarray(0, 40)],
  ['no stsz', `${STBL}/stsz`, () => null],
  ['stco beyond the file', `${STBL}/stco`, each(8, 4, () => 0x7ffffff0)],
  ['stco at 2^32-1', `${STBL}/stco`, each(8, 4, () => MAX)],
  ['stco at 0', `${STBL}/stco`, each(8, 4, () => 0)],
  ['stco off by one', `${STBL}/stco`, each(8, 4, (at) => at + 1)],
  ['stco of audio into frames', `${AUDIO_STBL}/stco`, each(8, 4, () => 48)],
  ['stco backwards', `${STBL}/stco`, each(8, 4, (at, n) => at - n * 700)],
  ['stco of 2^32-1 entries', `${STBL}/stco`, set(4, MAX)],
  ['no stco', `${STBL}/stco`, () => null],
  ['stsc of chunk 0', `${STBL}/stsc`, table(1, 0, 1, 1)],
  ['stsc of 2^32-1 samples', `${STBL}/stsc`, table(1, 1, MAX, 1)],
  ['stsc of no samples', `${STBL}/stsc`, table(1, 1, 0, 1)],
  ['stsc that falls', `${STBL}/stsc`, table(3, 9, 1, 1, 5, 1, 1, 1, 1, 1)],
  ['stsc of entry 99', `${STBL}/stsc`, table(1, 1, 1, 99)],
  ['stsc of entry 0', `${STBL}/stsc`, table(1, 1, 1, 0)],
  ['stsc of no entries', `${STBL}/stsc`, table(0)],
  ['stsc of 100,000 entries', `${STBL}/stsc`, () => manyRuns(100_000)],
  ['stss of no entries', `${STBL}/stss`, table(0)],
  ['stss out of range', `${STBL}/stss`, table(3, 1, 5000, MAX)],
  ['stss backwards', `${STBL}/stss`, table(3, 25, 13, 1)],
  ['stss of every frame', `${STBL}/stss`, () => null],
  ['stss of wrong frames', `${STBL}/stss`, table(3, 1, 4, 9)],
  ['stsd of no entries', `${STBL}/stsd`, () => u32(0, 0)],
  ['stsd of 2^32-1 entries', `${STBL}/stsd`, set(4, MAX)],
  [
    'stsd twice',
    `${STBL}/stsd`,
    (body) => Buffer.concat([u32(0, 2), body.subarray(8), body.subarray(8)]),
  ],
  ['an unknown format', `${STBL}/stsd`, set(12, 0x41414141)],
  ['a format of audio', `${STBL}/stsd`, set(12, 0x6d703461)],
  ['encrypted frames', `${STBL}/stsd`, set(12, 0x656e6376)],
  ['frames of 0×0', `${STBL}/stsd`, set(40, 0)],
  ['frames of 65535×65535', `${STBL}/stsd`, set(40, MAX)],
  ['avcC cut off', `${STBL}/stsd/avc1/avcC`, (body) => body.subarray(0, 9)],
  [
    'avcC of no parameter sets',
    `${STBL}/stsd/avc1/avcC`,
    (body) => Buffer.concat([body.subarray(0, 5), Buffer.from([0xe0, 0])]),
  ],
  ['avcC of junk', `${STBL}/stsd/avc1/avcC`, (body) => body.fill(0xa5, 8)],
  ['avcC of another profile', `${STBL}/stsd/avc1/avcC`, (body) => body.fill(0xf4, 1, 2)],
  ['avcC of three-byte lengths', `${STBL}/stsd/avc1/avcC`, (body) => body.fill(0xfe, 4, 5)],
  ['avcC of one-byte lengths', `${STBL}/stsd/avc1/avcC`, (body) => body.fill(0xfc, 4, 5)],
  ['no avcC', `${STBL}/stsd/avc1/avcC`, () => null],
  ['edits: none but a pause', 'moov/trak:0/edts', elst([5000, -1])],
  ['edits: a pause first', 'moov/trak:0/edts', elst([700, -1], [1200, 0])],
  ['edits: a pause of an hour', 'moov/trak:0/edts', elst([3_600_000, -1], [1200, 0])],
  ['edits: a pause of 30 days', 'moov/trak:0/edts', elst([2_592_000_000, -1], [1200, 0])],
  ['edits: an offset', 'moov/trak:0/edts', elst([800, 5120])],
  ['edits: an offset within a gop', 'moov/trak:0/edts', elst([800, 1700])],
  ['edits: audio from its middle', 'moov/trak:1/edts', elst([500, 24000])],
  ['edits: beyond the end', 'moov/trak:0/edts', elst([1000, 9_999_999])],
  ['edits: at -2', 'moov/trak:0/edts', elst([1000, -2])],
  ['edits: of no length', 'moov/trak:0/edts', elst([0, 0])],
  ['edits: of 2^32-1', 'moov/trak:0/edts', elst([MAX, 0])],
  ['edits: backwards', 'moov/trak:0/edts', elst([1200, 0, -1])],
  ['edits: standing still', 'moov/trak:0/edts', elst([60_000, 5120, 0])],
  ['edits: half the speed', 'moov/trak:0/edts', elst([2400, 0, 0.5])],
  ['edits: the same twice', 'moov/trak:0/edts', elst([1200, 0], [1200, 0])],
  ['edits: in another order', 'moov/trak:0/edts', elst([400, 10240], [400, 0], [400, 5120])],
  [
    'edits: 500 of 20 ms',
    'moov/trak:0/edts',
    elst(...Array.from({ length: 500 }, (_, n): [number, number] => [20, (n % 30) * 512])),
  ],
  [
    'edits: 20,000',
    'moov/trak:0/edts',
    elst(...Array.from({ length: 20_000 }, (): [number, number] => [1, 0])),
  ],
  [
    'edits: 60,000 pauses',
    'moov/trak:0/edts',
    elst(...Array.from({ length: 60_000 }, (): [number, number] => [60_000, -1])),
  ],
  ['edits: 2^32-1 of them', 'moov/trak:0/edts/elst', set(4, MAX)],
  [
    'edits: 64 bits',
    'moov/trak:0/edts',
    () => writeBox('elst', u32(0x01000000, 1), u64(2n ** 63n - 1n, 2n ** 62n), u32(65536)),
  ],
  [
    'media in another file, by url',
    'moov/trak/mdia/minf/dinf',
    () =>
      writeBox('dref', u32(0, 1), writeBox('url ', u32(0), Buffer.from('file:///etc/passwd\0'))),
  ],
  ['no data references', 'moov/trak/mdia/minf/dinf', () => null],
];

const OFFSETS: readonly (readonly [string, bigint])[] = [
  ['co64 of 2^63', 2n ** 63n],
  ['co64 of 2^64-1', 2n ** 64n - 1n],
  ['co64 of 2^53', 2n ** 53n],
  ['co64 of 2^62', 2n ** 62n],
];

const REORDERED: readonly (readonly [string, string, Edit])[] = [
  ['ctts of 2^31', `${STBL}/ctts`, each(12, 8, () => HIGH)],
  ['ctts of -2^31', `${STBL}/ctts`, each(12, 8, () => 0x80000000)],
  ['ctts of small negatives', `${STBL}/ctts`, each(12, 8, (value) => value - 2048)],
  ['ctts of zeros', `${STBL}/ctts`, each(12, 8, () => 0)],
  [
    'ctts of a minute here and there',
    `${STBL}/ctts`,
    each(12, 8, (value, n) => value + (n % 7 === 3 ? 768_000 : 0)),
  ],
  ['ctts of 2^32-1 entries', `${STBL}/ctts`, set(4, MAX)],
  ['no ctts', `${STBL}/ctts`, () => null],
];

const TEN_HOURS = 12800 * 36_000;

/** Steps and the part that is shown, in ms: a frame in it lasts for hours beyond its end. */
const ABSURD_STEPS: readonly (readonly [string, readonly number[], number])[] = [
  ['2^31-1 ticks for 10 of 30 frames', [1, 10, HIGH], 1200],
  ['2^31-1 ticks for all but two', [2, 2, 512, 8, HIGH], 80],
  ['ten hours each for 10 of 30 frames', [1, 10, TEN_HOURS], 1200],
  ['2^31-1 ticks a frame, of which one is shown', [1, 30, HIGH], 1200],
  ['ten hours of a frame within', [3, 10, 512, 1, TEN_HOURS, 19, 512], 440],
  ['ten hours of the last frame', [2, 29, 512, 1, TEN_HOURS], 1200],
];

export const boxes: readonly Recipe[] = [
  ...ABSURD_STEPS.flatMap(([name, steps, shownMs]) =>
    [indexedClip, reorderedClip].map((take): Recipe => {
      const kind = take === indexedClip ? 'in order' : 'reordered';
      return {
        name: `frames ${kind}: ${name}, cut by an edit`,
        about: 'boxes',
        boundSeconds: 300,
        make: async (workshop) => {
          const stepped = edit(await take(workshop), `${STBL}/stts`, table(...steps));
          const cut = edit(stepped, 'moov/trak:0/edts', elst([shownMs, 0]));
          return edit(cut, 'moov/trak:1', () => null);
        },
      };
    }),
  ),
  ...EDITS.map(([name, path, change]): Recipe => ({
    name,
    about: 'boxes',
    // Such a source becomes up to a day of silence or of a single frame.
    boundSeconds: /hour/.test(name) ? 300 : 60,
    make: async (workshop) => edit(await indexedClip(workshop), path, change),
  })),
  ...REORDERED.map(([name, path, change]): Recipe => ({
    name,
    about: 'boxes',
    make: async (workshop) => edit(await reorderedClip(workshop), path, change),
  })),
  ...OFFSETS.map(([name, at]): Recipe => ({
    name,
    about: 'boxes',
    make: async (workshop) =>
      edit(await indexedClip(workshop), STBL, (stbl) =>
        join(
          parts(stbl).map((part) => {
            if (part.type !== 'stco') return part;
            const count = part.body.readUInt32BE(4);
            const body = Buffer.concat([
              u32(0, count),
              u64(...Array.from({ length: count }, (_, n) => at - BigInt(n))),
            ]);
            return { type: 'co64', body };
          }),
        ),
      ),
  })),
];
