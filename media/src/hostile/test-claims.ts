import { writeBox } from '../mp4/boxes.ts';
import { MAX, AUDIO_STBL, STBL, edit, indexedClip, set, table, u32 } from './test-mp4-edit.ts';
import { AAC, BOTH, type Recipe, X264 } from './test-workshop.ts';

const FRAGMENTS = '-movflags +frag_keyframe+empty_moov+default_base_moof';

type Change = (clip: Buffer) => Buffer;

/** Makes a clip's index state just one size for all samples, and their count. */
function uniform(path: string, count: number, ticks: number): Change {
  return (clip) =>
    [
      [`${path}/stsz`, table(1, count)] as const,
      [`${path}/stsc`, table(1, 1, count, 1)] as const,
      [`${path}/stts`, table(1, count, ticks)] as const,
    ].reduce((changed, [table_, change]) => edit(changed, table_, change), clip);
}

/** Adds a fragment of a track whose samples have no bytes. */
function unsized(count: number): Change {
  const tfhd = writeBox('tfhd', u32(0x28, 1, 512, 0));
  const traf = writeBox('traf', tfhd, writeBox('trun', u32(0, count)));
  return (clip) => edit(clip, 'moof', (body) => Buffer.concat([body, traf]));
}

const INDEXES: readonly (readonly [string, Change])[] = [
  ...['stts', 'stco', 'stsc', 'stss'].flatMap((type) =>
    [2 ** 20, 2 ** 26, MAX].map((count): [string, Change] => [
      `${type} of ${count} entries`,
      (clip) => edit(clip, `${STBL}/${type}`, set(4, count)),
    ]),
  ),
  ...[2 ** 20, 2 ** 26].map((count): [string, Change] => [
    `stsz of ${count} entries`,
    (clip) => edit(clip, `${STBL}/stsz`, set(8, count)),
  ]),
  ...[2 ** 20, 2 ** 26, 2 ** 27, MAX].map((count): [string, Change] => [
    `${count} frames of one byte`,
    uniform(STBL, count, 1),
  ]),
  ...[2 ** 26, MAX].map((count): [string, Change] => [
    `${count} raw samples of audio in each chunk`,
    uniform(AUDIO_STBL, count, 1),
  ]),
];

const RUNS: readonly (readonly [string, Change])[] = [
  ...[2 ** 20, 2 ** 26, MAX].map((count): [string, Change] => [
    `a run of ${count} samples`,
    (clip) => edit(clip, 'moof/traf/trun', set(4, count)),
  ]),
  ...[2 ** 20, 2 ** 26, 2 ** 27].map((count): [string, Change] => [
    `a run of ${count} samples without bytes`,
    unsized(count),
  ]),
];

// The entry comes before an id that is only referred to.
const SEEK_ID = Buffer.from([0x53, 0xab, 0x84]);

/** Gives the first element of an id another length, of eight bytes (RFC 8794 §4). */
function setLength(id: number[], length: bigint): Change {
  return (clip) => {
    let at = clip.indexOf(Buffer.from(id));
    if (clip.subarray(at - 3, at).equals(SEEK_ID)) at = clip.indexOf(Buffer.from(id), at + 1);
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE((1n << 56n) | length);
    const behind = at + id.length;
    const known = Math.clz32(clip[behind] ?? 0xff) - 23;
    return Buffer.concat([clip.subarray(0, behind), bytes, clip.subarray(behind + known)]);
  };
}

// RFC 9559 §5: elements of Matroska.
const ELEMENTS: Readonly<Record<string, number[]>> = {
  Segment: [0x18, 0x53, 0x80, 0x67],
  Tracks: [0x16, 0x54, 0xae, 0x6b],
  Cluster: [0x1f, 0x43, 0xb6, 0x75],
  Cues: [0x1c, 0x53, 0xbb, 0x6b],
  CodecPrivate: [0x63, 0xa2],
  SimpleBlock: [0xa3],
};
const LENGTHS = [2n ** 28n - 1n, 2n ** 31n, 2n ** 40n, 2n ** 56n - 2n];

function claiming(name: string, extension: string, args: string, change: Change): Recipe {
  const make: Recipe['make'] = async ({ clip }) => change(await clip(extension, args));
  return { name, about: 'claims', make };
}

/** Small files that state sizes and numbers beyond all that they hold. */
export const claims: readonly Recipe[] = [
  ...INDEXES.map(([name, change]): Recipe => ({
    name,
    about: 'claims',
    must: 'be refused',
    make: async (workshop) => change(await indexedClip(workshop)),
  })),
  ...RUNS.map(([name, change]): Recipe => ({
    ...claiming(name, 'mp4', `${BOTH} ${X264} ${AAC} ${FRAGMENTS}`, change),
    must: 'be refused',
  })),
  ...Object.entries(ELEMENTS).flatMap(([name, id]) =>
    LENGTHS.map((length) =>
      claiming(
        `${name} of ${length} bytes`,
        'mkv',
        `${BOTH} ${X264} ${AAC}`,
        setLength(id, length),
      ),
    ),
  ),
];
