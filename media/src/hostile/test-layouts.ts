import { deflateSync } from 'node:zlib';
import { writeBox } from '../mp4/boxes.ts';
import {
  MAX,
  edit,
  indexedClip,
  readMoovBox,
  parts,
  set,
  u32,
  u64,
  withoutMoov,
} from './test-mp4-edit.ts';
import type { Recipe } from './test-workshop.ts';

function nested(depth: number): Buffer {
  const heads = Buffer.alloc(8 * depth);
  for (let n = 0; n < depth; n++) {
    heads.writeUInt32BE(8 * (depth - n), 8 * n);
    heads.write('udta', 8 * n + 4, 'latin1');
  }
  return heads;
}

function bySize(size: number, type: string, ...rest: Buffer[]): Buffer {
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...rest]);
}

type Whole = (clip: Buffer) => Buffer;

function inMoov(clip: Buffer, extra: Buffer): Buffer {
  return edit(clip, 'moov', (body) => Buffer.concat([body, extra]));
}

/** A QuickTime index that is packed; `stated` bytes when unpacked. */
function packed(moov: Buffer, stated: number): Buffer {
  const cmvd = writeBox('cmvd', u32(stated), deflateSync(moov));
  return writeBox('moov', writeBox('cmov', writeBox('dcom', Buffer.from('zlib')), cmvd));
}

function tracks(clip: Buffer, count: number, change: (trak: Buffer, n: number) => Buffer): Buffer {
  const trak = parts(parts(clip).find(({ type }) => type === 'moov')?.body ?? clip).find(
    ({ type }) => type === 'trak',
  );
  const one = Buffer.from(trak?.body ?? clip);
  const many = Array.from({ length: count }, (_, n) =>
    writeBox('trak', change(Buffer.from(one), n)),
  );
  return inMoov(clip, Buffer.concat(many));
}

const numbered = (trak: Buffer, n: number): Buffer => edit(trak, 'tkhd', set(12, n + 10));

const WHOLES: readonly (readonly [string, Whole])[] = [
  ['ftyp alone', (clip) => clip.subarray(0, 32)],
  ['media without an index', withoutMoov],
  ['an index without media', readMoovBox],
  ['an index that is twice there', (clip) => Buffer.concat([clip, readMoovBox(clip)])],
  [
    'an index of junk behind the first',
    (clip) => Buffer.concat([clip, writeBox('moov', Buffer.alloc(5000, 0x55))]),
  ],
  ['an index within the index', (clip) => inMoov(clip, readMoovBox(clip))],
  [
    'an index to the end of the file',
    (clip) => Buffer.concat([withoutMoov(clip), bySize(0, 'moov', readMoovBox(clip).subarray(8))]),
  ],
  [
    'an index of size 7',
    (clip) => Buffer.concat([withoutMoov(clip), bySize(7, 'moov', readMoovBox(clip).subarray(8))]),
  ],
  [
    'an index of 2^32-1 bytes',
    (clip) =>
      Buffer.concat([withoutMoov(clip), bySize(MAX, 'moov', readMoovBox(clip).subarray(8))]),
  ],
  [
    'an index of 2^63 bytes',
    (clip) =>
      Buffer.concat([
        withoutMoov(clip),
        bySize(1, 'moov', u64(2n ** 63n), readMoovBox(clip).subarray(8)),
      ]),
  ],
  [
    'an index that is packed',
    (clip) =>
      Buffer.concat([withoutMoov(clip), packed(readMoovBox(clip), readMoovBox(clip).length)]),
  ],
  [
    'an index that unpacks to 2^32-1',
    (clip) => Buffer.concat([withoutMoov(clip), packed(readMoovBox(clip), MAX)]),
  ],
  [
    'an index that unpacks to 1 GiB',
    (clip) => Buffer.concat([withoutMoov(clip), packed(Buffer.alloc(2 ** 26), 2 ** 30)]),
  ],
  ['boxes 10,000 deep', (clip) => inMoov(clip, nested(10_000))],
  ['boxes 100,000 deep at the top', (clip) => Buffer.concat([nested(100_000), clip])],
  [
    'boxes 50,000 deep in front of the tracks',
    (clip) => edit(clip, 'moov', (body) => Buffer.concat([nested(50_000), body])),
  ],
  [
    '100,000 empty boxes',
    (clip) =>
      Buffer.concat([
        clip.subarray(0, 32),
        Buffer.concat(Array.from({ length: 100_000 }, () => bySize(8, 'free'))),
        clip.subarray(32),
      ]),
  ],
  [
    '10,000 empty boxes in the index',
    (clip) => inMoov(clip, Buffer.concat(Array.from({ length: 10_000 }, () => bySize(8, 'free')))),
  ],
  [
    'a box of size 0 in front',
    (clip) => Buffer.concat([clip.subarray(0, 32), bySize(0, 'free'), clip.subarray(32)]),
  ],
  [
    'a box of size 3 in front',
    (clip) => Buffer.concat([clip.subarray(0, 32), bySize(3, 'free'), clip.subarray(32)]),
  ],
  [
    'a box of size 2^64-1 in front',
    (clip) =>
      Buffer.concat([
        clip.subarray(0, 32),
        bySize(1, 'free', u64(2n ** 64n - 1n)),
        clip.subarray(32),
      ]),
  ],
  [
    'mdat to the end of the file',
    (clip) => Buffer.concat([clip.subarray(0, 40), bySize(0, 'mdat'), clip.subarray(48)]),
  ],
  [
    'mdat of 2^32-1 bytes',
    (clip) => Buffer.concat([clip.subarray(0, 40), bySize(MAX, 'mdat'), clip.subarray(48)]),
  ],
  ['60 tracks of video', (clip) => tracks(clip, 58, numbered)],
  ['200 tracks of video', (clip) => tracks(clip, 198, numbered)],
  ['2,000 tracks of video', (clip) => tracks(clip, 1998, numbered)],
  ['60 tracks of one id', (clip) => tracks(clip, 58, (trak) => trak)],
  [
    'metadata of 15 MB',
    (clip) => inMoov(clip, writeBox('udta', writeBox('\xa9nam', Buffer.alloc(15_000_000, 0x20)))),
  ],
];

export const layouts: readonly Recipe[] = [
  ...WHOLES.map(([name, change]): Recipe => ({
    name,
    about: 'boxes',
    make: async (workshop) => change(await indexedClip(workshop)),
  })),
];
