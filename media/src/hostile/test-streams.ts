import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { writeBox } from '../mp4/boxes.ts';
import { MAX, edit, parts, set, u32, u64 } from './test-mp4-edit.ts';
import { AAC, BOTH, type Recipe, type Workshop, X264, made, sine, video } from './test-workshop.ts';

const FRAGMENTS = '-movflags +frag_keyframe+empty_moov+default_base_moof';

/** A fragmented clip as other tools write it. */
function fragmented({ clip }: Workshop): Promise<Buffer> {
  return clip('mp4', `${BOTH} ${X264} ${AAC} ${FRAGMENTS}`);
}

function inFragments(name: string, change: (clip: Buffer) => Buffer): Recipe {
  return { name, about: 'fragments', make: async (workshop) => change(await fragmented(workshop)) };
}

/** A run of `count` samples whose sizes and times are left to the defaults. */
function run(count: number): Buffer {
  return writeBox('trun', u32(0, count));
}

export const fragments: readonly Recipe[] = [
  ...[
    'empty_moov',
    'delay_moov',
    'empty_moov+separate_moof',
    'dash',
    'cmaf',
    'delay_moov+global_sidx+dash',
  ].map((flags) =>
    made('fragments', flags, 'mp4', `${BOTH} ${X264} ${AAC} -movflags +frag_keyframe+${flags}`),
  ),
  made(
    'fragments',
    'of one frame',
    'mp4',
    `${BOTH} ${X264} ${AAC} -movflags +frag_every_frame+empty_moov`,
  ),
  made('fragments', 'of 1 s, audio alone', 'mp4', `${sine(4)} ${AAC} -frag_duration 1000000`),
  made('fragments', 'without frames', 'mp4', `${BOTH} ${X264} -frames:v 0 -an ${FRAGMENTS}`, {}),
  inFragments('decode times of 2^63', (clip) =>
    edit(clip, 'moof/traf/tfdt', () => Buffer.concat([u32(0x01000000), u64(2n ** 63n - 1n)])),
  ),
  inFragments('decode times of 2^40', (clip) =>
    edit(clip, 'moof/traf/tfdt', () => Buffer.concat([u32(0x01000000), u64(2n ** 40n)])),
  ),
  inFragments('decode times of 0', (clip) => edit(clip, 'moof/traf/tfdt', () => u32(0, 0))),
  inFragments('no decode times', (clip) => edit(clip, 'moof/traf/tfdt', () => null)),
  inFragments('2^32-1 samples', (clip) => edit(clip, 'moof/traf/trun', set(4, MAX))),
  inFragments('2^28 samples of no bytes', (clip) =>
    edit(clip, 'moof', (body) =>
      Buffer.concat([body, writeBox('traf', writeBox('tfhd', u32(0x28, 1, 512, 0)), run(2 ** 28))]),
    ),
  ),
  inFragments('no runs', (clip) => edit(clip, 'moof/traf/trun', () => null)),
  inFragments('no track fragments', (clip) => edit(clip, 'moof/traf', () => null)),
  inFragments('of an unknown track', (clip) => edit(clip, 'moof/traf/tfhd', set(4, 77))),
  inFragments('without trex', (clip) => edit(clip, 'moov/mvex', () => null)),
  inFragments('without media', (clip) => edit(clip, 'mdat', () => null)),
  inFragments('1,000 times over', (clip) =>
    Buffer.concat([clip, ...Array.from({ length: 1000 }, () => readFirstFragment(clip))]),
  ),
  inFragments('only those behind the first', (clip) => withoutFirst(clip)),
  inFragments('backwards', (clip) => backwards(clip)),
];

function pairs(clip: Buffer): Buffer[] {
  const list = parts(clip);
  return list.flatMap(({ type, body }, n) => {
    const data = list[n + 1];
    return type === 'moof' && data
      ? [Buffer.concat([writeBox('moof', body), writeBox(data.type, data.body)])]
      : [];
  });
}

function readHead(clip: Buffer): Buffer {
  const head = parts(clip).filter(({ type }) => type === 'ftyp' || type === 'moov');
  return Buffer.concat(head.map(({ type, body }) => writeBox(type, body)));
}

function readFirstFragment(clip: Buffer): Buffer {
  return pairs(clip)[0] ?? clip;
}

function withoutFirst(clip: Buffer): Buffer {
  return Buffer.concat([readHead(clip), ...pairs(clip).slice(1)]);
}

function backwards(clip: Buffer): Buffer {
  return Buffer.concat([readHead(clip), ...pairs(clip).toReversed()]);
}

type Part = readonly [extension: string, args: string];

/** Clips one behind the other, as recorders and careless tools leave them. */
function joined(name: string, list: readonly Part[], must?: 'play'): Recipe {
  return {
    name,
    about: 'tracks',
    ...(must ? { must } : {}),
    make: async ({ clip }) => {
      const all: Buffer[] = [];
      for (const [extension, args] of list) all.push(await clip(extension, args));
      return Buffer.concat(all);
    },
  };
}

const SMALL = `${video('96x64', '25', 1)} ${sine(1)}`;
const LARGE = `${video('320x180', '30', 1)} ${sine(1, 44100)}`;
const HEVC = '-c:v libx265 -preset ultrafast -x265-params log-level=error';

/** With a file of subtitles, or of anything, beside the clip. */
function beside(name: string, extension: string, text: string, args: string): Recipe {
  return {
    name,
    about: 'tracks',
    must: 'play',
    make: async ({ folder, clip }) => {
      await writeFile(joinPath(folder, 'words.srt'), text);
      return clip(extension, args);
    },
  };
}

const SRT = '1\n00:00:00,100 --> 00:00:00,900\n<b>hello</b> {\\an8}\n';
const WORDS = `${BOTH} -i words.srt -map 0 -map 1 -map 2 ${X264} ${AAC}`;

export const streams: readonly Recipe[] = [
  joined(
    'ts: the same twice',
    [
      ['ts', `${SMALL} ${X264} ${AAC}`],
      ['ts', `${SMALL} ${X264} ${AAC}`],
    ],
    'play',
  ),
  joined(
    'ts: from small to large',
    [
      ['ts', `${SMALL} ${X264} ${AAC}`],
      ['ts', `${LARGE} ${X264} ${AAC}`],
    ],
    'play',
  ),
  joined(
    'ts: from large to small',
    [
      ['ts', `${LARGE} ${X264} ${AAC}`],
      ['ts', `${SMALL} ${X264} ${AAC}`],
    ],
    'play',
  ),
  joined(
    'ts: other profiles',
    [
      ['ts', `${SMALL} ${X264}`],
      ['ts', `${SMALL} -c:v libx264 -preset ultrafast -pix_fmt yuv422p10le`],
    ],
    'play',
  ),
  joined('ts: from h264 to hevc', [
    ['ts', `${SMALL} ${X264}`],
    ['ts', `${SMALL} ${HEVC}`],
  ]),
  joined(
    'ts: from mono to 5.1',
    [
      ['ts', `${SMALL} ${X264} ${AAC} -ac 1`],
      ['ts', `${SMALL} ${X264} ${AAC} -ac 6`],
    ],
    'play',
  ),
  joined(
    'ts: times that run back',
    [
      ['ts', `${SMALL} ${X264} ${AAC} -output_ts_offset 500`],
      ['ts', `${SMALL} ${X264} ${AAC}`],
    ],
    'play',
  ),
  joined(
    'ts: times that leap a day',
    [
      ['ts', `${SMALL} ${X264} ${AAC}`],
      ['ts', `${SMALL} ${X264} ${AAC} -output_ts_offset 80000`],
    ],
    'play',
  ),
  joined(
    'ts: a clock that comes around',
    [['ts', `${SMALL} ${X264} ${AAC} -output_ts_offset 95443.2`]],
    'play',
  ),
  joined(
    'mpg: the same twice',
    [
      ['mpg', `${SMALL} -c:v mpeg1video -c:a mp2`],
      ['mpg', `${SMALL} -c:v mpeg1video -c:a mp2`],
    ],
    'play',
  ),
  joined(
    'mpg: another size',
    [
      ['mpg', `${SMALL} -c:v mpeg1video -c:a mp2`],
      ['mpg', `${LARGE} -c:v mpeg1video -c:a mp2`],
    ],
    'play',
  ),
  joined(
    'mp3: another rate',
    [
      ['mp3', `${sine(1)} -ar 48000`],
      ['mp3', `${sine(1)} -ar 22050 -ac 1`],
    ],
    'play',
  ),
  joined(
    'aac: other channels',
    [
      ['aac', `${sine(1)} -ac 2`],
      ['aac', `${sine(1)} -ac 6`],
    ],
    'play',
  ),
  joined('mp4: two files', [
    ['mp4', `${SMALL} ${X264} ${AAC}`],
    ['mp4', `${LARGE} ${X264} ${AAC}`],
  ]),
  joined('mkv: two files', [
    ['mkv', `${SMALL} ${X264} ${AAC}`],
    ['mkv', `${LARGE} ${X264} ${AAC}`],
  ]),
  joined('flv: two files', [
    ['flv', `${SMALL} ${X264} ${AAC}`],
    ['flv', `${LARGE} ${X264} ${AAC}`],
  ]),
  joined('avi: two files', [
    ['avi', `${SMALL} -c:v mpeg4`],
    ['avi', `${LARGE} -c:v mpeg4`],
  ]),
  joined('ogg: two files', [
    ['ogv', `${SMALL} -c:v libtheora -c:a libvorbis`],
    ['ogv', `${SMALL} -c:v libtheora -c:a libvorbis`],
  ]),
  joined('wav, then mp4', [
    ['wav', sine(1)],
    ['mp4', `${SMALL} ${X264} ${AAC}`],
  ]),
  beside('mp4 with mov_text', 'mp4', SRT, `${WORDS} -c:s mov_text`),
  beside('mkv with subrip', 'mkv', SRT, `${WORDS} -c:s srt`),
  beside('mkv with ass', 'mkv', SRT, `${WORDS} -c:s ass`),
  beside(
    'webm with webvtt',
    'webm',
    SRT,
    `${BOTH} -i words.srt -map 0 -map 1 -map 2 -c:v libvpx -cpu-used 8 -c:a libopus -c:s webvtt`,
  ),
  beside(
    'mkv with an attachment',
    'mkv',
    'MZ',
    `${BOTH} ${X264} ${AAC} -attach words.srt -metadata:s:t mimetype=application/x-truetype-font`,
  ),
  made('tracks', 'mov with a time code', 'mov', `${BOTH} ${X264} ${AAC} -timecode 10:20:30:00`),
  made('tracks', 'mkv with chapters', 'mkv', `${BOTH} ${X264} ${AAC} -metadata title=x`),
  made(
    'tracks',
    '12 of audio',
    'mkv',
    `${BOTH} -map 0 ${'-map 1 '.repeat(12)} ${X264} -c:a libopus`,
  ),
  made(
    'tracks',
    '12 of audio, 12 languages',
    'mp4',
    `${BOTH} -map 0 ${'-map 1 '.repeat(12)} ${X264} ${AAC} ${Array.from({ length: 12 }, (_, n) => `-metadata:s:a:${n} language=aa${String.fromCharCode(97 + n)}`).join(' ')}`,
  ),
  made('tracks', '60 of audio', 'mkv', `${sine(0.5)} ${'-map 0 '.repeat(60)} -c:a flac`),
  made('tracks', '8 of video', 'mkv', `${BOTH} ${'-map 0 '.repeat(8)} -c:v mpeg4 -an`),
  made(
    'tracks',
    '30 of video',
    'mov',
    `${video('64x64', '25', 0.3)} ${'-map 0 '.repeat(30)} -c:v mpeg4`,
  ),
  made(
    'tracks',
    'the default one is the second',
    'mkv',
    `${SMALL} ${LARGE} -map 0 -map 2 -map 1 -disposition:v:0 0 -disposition:v:1 default ${X264} ${AAC}`,
  ),
  made(
    'tracks',
    'a poster before the frames',
    'mp4',
    `${video('64x64', '25', 0.04)} ${BOTH} -map 0 -map 1 -map 2 -c:v:0 mjpeg -pix_fmt:v:0 yuvj420p -disposition:v:0 attached_pic -c:v:1 libx264 -pix_fmt:v:1 yuv420p ${AAC}`,
  ),
  made(
    'tracks',
    'a cover and nothing else',
    'mp4',
    `${video('64x64', '25', 0.04)} -c:v mjpeg -pix_fmt yuvj420p -disposition:v:0 attached_pic`,
    { must: 'be refused' },
  ),
  made(
    'tracks',
    'subtitles and nothing else',
    'mkv',
    '-f lavfi -i color=s=16x16:d=0.1 -map 0 -c:v ffv1 -frames:v 0',
    { must: 'be refused' },
  ),
  made(
    'tracks',
    'encrypted',
    'mp4',
    `${BOTH} ${X264} ${AAC} -encryption_scheme cenc-aes-ctr -encryption_key 00112233445566778899aabbccddeeff -encryption_kid 00112233445566778899aabbccddeeff`,
    {},
  ),
];
