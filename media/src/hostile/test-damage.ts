import { readMoovBox, parts, withoutMoov } from './test-mp4-edit.ts';
import { AAC, BOTH, type Recipe, X264, seeded, sine, video } from './test-workshop.ts';

/** The damaged clips: name, container, arguments. */
type Base = readonly [name: string, extension: string, args: string];

const PCM = '-c:a pcm_s16le -ar 48000';

const MP4: readonly Base[] = [
  ['mp4', 'mp4', `${BOTH} ${X264} ${AAC}`],
  ['mp4 index first', 'mp4', `${BOTH} ${X264} ${AAC} -movflags +faststart`],
  ['mp4 in fragments', 'mp4', `${BOTH} ${X264} ${AAC} -movflags +frag_keyframe+empty_moov`],
  ['hevc mp4', 'mp4', `${BOTH} -c:v libx265 -preset ultrafast -x265-params log-level=error ${AAC}`],
  ['prores mov', 'mov', `${BOTH} -c:v prores_ks -profile:v 0 ${PCM}`],
];

const OTHERS: readonly Base[] = [
  ['mkv', 'mkv', `${BOTH} ${X264} ${AAC}`],
  ['webm', 'webm', `${BOTH} -c:v libvpx -cpu-used 8 -deadline realtime -c:a libopus`],
  ['ts', 'ts', `${BOTH} ${X264} ${AAC}`],
  ['avi', 'avi', `${BOTH} -c:v mpeg4 -c:a libmp3lame`],
  ['flv', 'flv', `${BOTH} ${X264} ${AAC}`],
  ['mxf', 'mxf', `${BOTH} -c:v mpeg2video ${PCM}`],
  ['wmv', 'wmv', `${BOTH} -c:v wmv2 -c:a wmav2`],
  ['ogv', 'ogv', `${BOTH} -c:v libtheora -c:a libvorbis`],
  ['mpg', 'mpg', `${BOTH} -c:v mpeg1video -c:a mp2`],
];

const SOUNDS: readonly Base[] = [
  ['mp3', 'mp3', `${sine(1.3)} -b:a 64k`],
  ['m4a', 'm4a', `${sine(1.3)} -c:a aac`],
  ['wav', 'wav', sine(1.3)],
  ['flac', 'flac', sine(1.3)],
];

const ALL = [...MP4, ...OTHERS, ...SOUNDS];

function of([, extension, args]: Base, change: (bytes: Buffer) => Buffer): Recipe['make'] {
  return async ({ clip }) => change(Buffer.from(await clip(extension, args)));
}

/** Changes bytes of a stretch at random; a few bits or whole bytes. */
function flip(bytes: Buffer, seed: number, count: number, from = 0, to = bytes.length): Buffer {
  const next = seeded(seed);
  for (let n = 0; n < count; n++) {
    const at = from + next(Math.max(1, to - from));
    bytes[at] = next(2) === 0 ? next(256) : (bytes[at] ?? 0) ^ (1 << next(8));
  }
  return bytes;
}

function hole(bytes: Buffer, from: number, length: number): Buffer {
  const start = Math.floor(bytes.length * from);
  return bytes.fill(0, start, Math.min(bytes.length, start + length));
}

const truncated: readonly Recipe[] = ALL.flatMap((base) =>
  [10, 50, 90, 99].map((percent): Recipe => ({
    name: `${base[0]} at ${percent} %`,
    about: 'truncated',
    make: of(base, (bytes) => bytes.subarray(0, Math.floor((bytes.length * percent) / 100))),
  })),
);

const holes: readonly Recipe[] = ALL.flatMap((base) => [
  {
    name: `${base[0]} with a hole in its middle`,
    about: 'holes' as const,
    make: of(base, (bytes) => hole(bytes, 0.4, Math.floor(bytes.length / 10))),
  },
  {
    name: `${base[0]} of which half is zeros`,
    about: 'holes' as const,
    make: of(base, (bytes) => hole(bytes, 0.5, bytes.length)),
  },
]);

/** Whole pieces are in the hole: the media before or after it must replace them. */
const longHoles: readonly Recipe[] = ['mp4', 'mkv', 'ts'].map((extension) => ({
  name: `a film with a hole over many segments, ${extension}`,
  about: 'holes',
  must: 'play',
  make: of(
    ['', extension, `${video('96x64', '25', 70)} ${sine(70)} ${X264} -g 50 ${AAC}`],
    (bytes) => hole(bytes, 0.2, Math.floor(bytes.length * 0.6)),
  ),
}));

const inMedia: readonly Recipe[] = ALL.flatMap((base, n) =>
  [3, 40, 400].map((count): Recipe => ({
    name: `${base[0]}, ${count} bytes`,
    about: 'flipped',
    make: of(base, (bytes) => flip(bytes, 100 * n + count, count)),
  })),
);

/** Damage to the index does more than damage to the media. */
const inHeads: readonly Recipe[] = [...OTHERS, ...SOUNDS].flatMap((base, n) =>
  [1, 2].map((seed): Recipe => ({
    name: `${base[0]}, its head (${seed})`,
    about: 'flipped',
    make: of(base, (bytes) => flip(bytes, 7000 + 10 * n + seed, 4 * seed, 4, 1200)),
  })),
);

const inIndexes: readonly Recipe[] = MP4.slice(0, 1).flatMap((base) =>
  Array.from({ length: 30 }, (_, seed): Recipe => ({
    name: `the index of an mp4 (${seed})`,
    about: 'flipped',
    make: of(base, (bytes) => {
      const moov = readMoovBox(bytes);
      return Buffer.concat([withoutMoov(bytes), flip(moov, 9000 + seed, 1 + (seed % 6), 8)]);
    }),
  })),
);

/** Only the video and audio bytes are damaged: the index stays true. */
const inPictures: readonly Recipe[] = MP4.slice(0, 1).flatMap((base) =>
  Array.from({ length: 8 }, (_, seed): Recipe => ({
    name: `the media of an mp4 (${seed})`,
    about: 'flipped',
    make: of(base, (bytes) => {
      const end = parts(bytes).reduce(
        (sum, part) => sum + (part.type === 'moov' ? 0 : part.body.length),
        0,
      );
      return flip(bytes, 5000 + seed, 2 ** seed, 48, end);
    }),
  })),
);

export const damage: readonly Recipe[] = [
  ...truncated,
  ...holes,
  ...longHoles,
  ...inMedia,
  ...inHeads,
  ...inIndexes,
  ...inPictures,
];
