import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkConforming } from './conforming.ts';
import type { Conformity } from './conformity.ts';
import { CopyError } from './copy-bytes.ts';
import { chooseBorders } from './copy-gops.ts';
import { writeAudioInit, writeVideoInit } from './copy-init.ts';
import { copyVideoSegments } from './copy-segments.ts';
import { readAvcConfig } from '../mp4/mp4-avc.ts';
import { readMp4IndexFile, readMp4Index } from '../mp4/mp4-index.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { probeSource, scanSource } from '../probe/probe.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import { makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const V = testVideo('128x96', '25', 2);
const A = tone(2);
const ENCODE = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25';
const base = await makeClip(folder, 'base.mp4', `${V} ${A} ${ENCODE} -bf 2 -c:a aac`);

async function judge(path: string): Promise<Conformity & { probe: SourceProbe }> {
  await using source = await openByteSource(path);
  const index = await readMp4Index(source);
  assert(index);
  const probe = await probeSource(tools, path);
  return { probe, ...(await checkConforming(source, index, probe)) };
}

test('ordinary H.264 with AAC conforms, and its plan says what it is', async () => {
  const { copy, refusals } = await judge(base);
  assert.deepEqual(refusals, []);
  const { peakBps, averageBps, ...video } = copy.video ?? assert.fail('no video');
  assert.deepEqual(video, {
    trackId: 1,
    streamIndex: 0,
    timescale: 12800,
    borders: [0],
    keyTicks: [0, 12800],
    endTick: 25600,
    firstSample: 0,
    frameCount: 50,
    delayTicks: 512,
    colour: {
      matrix: 'smpte170m',
      primaries: 'smpte170m',
      transfer: 'smpte170m',
      range: 'tv',
    },
    originSeconds: 0,
    frameRate: { numerator: 25, denominator: 1 },
    codec: video.codec,
    width: 128,
    height: 96,
  });
  assert.match(video.codec, /^avc1\.4d40[0-9a-f]{2}$/);
  assert(peakBps >= averageBps && averageBps > 1000);
  const [audio] = copy.audio;
  assert.deepEqual(
    [audio?.codec, audio?.channels, audio?.sampleRate, audio?.firstSample, audio?.frameCount],
    ['mp4a.40.2', 1, 48000, 1, 94],
  );
  assert.deepEqual(JSON.parse(JSON.stringify(copy)), copy, 'can be stored as JSON');
});

/** Each has the refusal of its video and of its audio; null where they can be copied. */
const CASES: [name: string, args: string, video: string | null, audio: string | null][] = [
  ['hevc.mp4', `${V} ${A} -c:v libx265 -x265-params log-level=none -c:a aac`, 'codec', null],
  [
    'ten-bits.mp4',
    `${V} ${A} ${ENCODE.replace('yuv420p', 'yuv420p10le')} -c:a aac`,
    'profile',
    null,
  ],
  ['444.mp4', `${V} ${ENCODE.replace('yuv420p', 'yuv444p')}`, 'profile', null],
  [
    'open-gops.mp4',
    `${V} -c:v libx264 -preset fast -g 25 -bf 3 -x264-params open-gop=1:b-adapt=0`,
    'open_gops',
    null,
  ],
  ['long-gops.mp4', `${testVideo('128x96', '25', 7)} ${ENCODE} -g 500`, 'long_gops', null],
  ['interlaced.mp4', `${V} ${ENCODE} -flags +ildct+ilme -top 1`, 'interlaced', null],
  ['wide-pixels.mp4', `${V} ${ENCODE} -vf setsar=4/3`, 'pixel_shape', null],
  ['turned.mov', '-i base.mp4 -c copy -metadata:s:v rotate=90', 'turned', null],
  ['large.mp4', `${testVideo('2560x64', '25', 1)} ${ENCODE}`, 'picture_size', null],
  ['fast.mp4', `${testVideo('64x64', '120', 1)} ${ENCODE}`, 'frame_rate', null],
  ['hdr.mp4', `${V} ${ENCODE} -color_trc smpte2084`, 'not_sdr', null],
  ['cut-in-a-gop.mp4', '-ss 0.5 -i base.mp4 -c copy', 'edit_list', null],
  [
    'sound-first.mp4',
    '-itsoffset 0.2 -i base.mp4 -i base.mp4 -map 0:v -map 1:a -c copy',
    'sound_first',
    null,
  ],
  ['sound-longer.mp4', `${V} ${tone(4)} ${ENCODE} -c:a aac`, 'sound_longer', null],
  [
    'late-sound.mp4',
    '-i base.mp4 -itsoffset 0.3 -i base.mp4 -map 0:v -map 1:a -c copy',
    null,
    'not_aligned',
  ],
  ['short-sound.mp4', `${V} ${tone(1)} ${ENCODE} -c:a aac`, null, 'ends_early'],
  ['mp3.mp4', `${V} ${A} ${ENCODE} -c:a libmp3lame`, null, 'codec'],
  ['raw.mov', `${V} ${A} ${ENCODE} -c:a pcm_s16le`, null, 'codec'],
  ['surround.mp4', `${V} ${A} ${ENCODE} -c:a aac -ac 6`, null, 'channels'],
  ['low-rate.mp4', `${V} ${A} ${ENCODE} -c:a aac -ar 32000`, null, 'sample_rate'],
];

for (const [name, args, video, audio] of CASES)
  test(`${name}: ${video ? `video is refused (${video})` : 'video is copied'}, ${audio ? `audio is refused (${audio})` : 'audio is not refused'}`, async () => {
    const path = await makeClip(folder, name, args);
    const { copy, refusals, probe } = await judge(path);
    const findReason = (stream: number | undefined): string | null =>
      refusals.find(({ streamIndex }) => streamIndex === stream)?.reason ?? null;
    assert.equal(findReason(probe.video?.streamIndex), video);
    assert.equal(copy.video === null, video !== null);
    if (probe.audio.length > 0) assert.equal(findReason(probe.audio[0]?.streamIndex), audio);
    assert.equal(copy.audio.length, audio === null ? probe.audio.length : 0);
  });

/** Where frames are left out of four seconds, and what writes them: all end at the fourth second. */
const STILLS: [from: number, until: number, args: string][] = [
  [0.7, 3.1, '-bf 3'],
  [0.7, 3.7, '-bf 2 -b_strategy 0'],
  [0.7, 3.85, '-bf 1'],
  [0.7, 3.85, '-bf 3 -b_strategy 0'],
  [0.7, 3.9, '-bf 3'],
  [0.7, 3.9, '-bf 7 -b_strategy 0'],
  [0.7, 3.95, '-bf 3 -b_strategy 0'],
  [0.7, 3.9, '-bf 3 -use_editlist 0'],
];

for (const [from, until, args] of STILLS)
  test(`video with a still from ${from} to ${until} s (${args}) ends where its last frame does`, async () => {
    const still = `-vf select=lt(t\\,${from})+gt(t\\,${until}) -fps_mode vfr`;
    const clip = `${testVideo('128x96', '30', 4)} ${still} ${ENCODE.replace('ultrafast', 'veryfast')}`;
    const path = await makeClip(folder, 'still.mp4', `${clip} -g 250 ${args}`);
    const { probe, copy } = await judge(path);
    const { video } = probe;
    assert(video);
    const scanned = (await scanSource(tools, path)).video;
    for (const { endSeconds, startSeconds } of [video, scanned ?? video])
      assert(Math.abs(endSeconds - startSeconds - 4) < 0.002, `${startSeconds} to ${endSeconds}`);
    assert.equal(copy.video?.endTick, 4 * (copy.video?.timescale ?? 1));
  });

test('bit rates above those of ordinary lines are refused', async () => {
  const noise = `-f lavfi -i testsrc2=s=640x360:r=25:d=1,noise=alls=100:allf=t`;
  const path = await makeClip(folder, 'noise.mp4', `${noise} ${ENCODE} -qp 4`);
  const { copy, refusals } = await judge(path);
  assert.equal(copy.video, null);
  assert.deepEqual(refusals, [{ streamIndex: 0, reason: 'bit_rate' }]);
});

test('each of two audio tracks is judged by itself', async () => {
  const path = await makeClip(
    folder,
    'two.mp4',
    `${V} ${A} ${A} -map 0 -map 1 -map 2 ${ENCODE} -c:a:0 libmp3lame -c:a:1 aac`,
  );
  const { copy, refusals } = await judge(path);
  assert.deepEqual(
    copy.audio.map(({ streamIndex }) => streamIndex),
    [2],
  );
  assert.deepEqual(refusals, [{ streamIndex: 1, reason: 'codec' }]);
});

test('a key frame that is no IDR frame is found in the frames themselves', async () => {
  const bytes = await readFile(base);
  const { samples } = (await readMp4IndexFile(base))?.tracks[0] ?? {};
  assert(samples);
  let at = samples.offset[25] ?? 0;
  while (((bytes[at + 4] ?? 0) & 31) !== 5) at += 4 + bytes.readUInt32BE(at);
  bytes[at + 4] = 0x61;
  const path = join(folder, 'no-idr.mp4');
  await writeFile(path, bytes);
  assert.deepEqual((await judge(path)).refusals, [{ streamIndex: 0, reason: 'open_gops' }]);
});

test('frames that have not arrived are not read', async () => {
  const index = await readMp4IndexFile(base);
  assert(index);
  const probe = await probeSource(tools, base);
  const bytes = await readFile(base);
  const arrivedBytes = (index.tracks[0]?.samples?.offset[2] ?? 0) + 10;
  let furthest = 0;
  const source = {
    sizeBytes: bytes.length,
    read: async (start: number, end: number) => {
      furthest = Math.max(furthest, end);
      return bytes.subarray(start, end);
    },
  };
  const { copy } = await checkConforming(source, index, probe, { arrivedBytes });
  assert(copy.video);
  assert(furthest > 0 && furthest <= arrivedBytes, `${furthest} of ${arrivedBytes}`);
});

test('mutations of an index end in a judgement, and copies by them in a copy, a CopyError or a RangeError', async () => {
  const bytes = await readFile(base);
  const moov = bytes.indexOf('moov');
  const probe = await probeSource(tools, base);
  let seed = 5;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  let [judged, copied] = [0, 0];
  for (let round = 0; round < 300; round++) {
    const mutated = Buffer.from(bytes);
    for (let n = 0; n <= round % 4; n++) {
      const at = moov + 8 + next(bytes.length - moov - 12);
      if (n % 2 === 0) mutated[at] = next(256);
      else mutated.writeUInt32BE([0, 1, 2, 0x7fffffff, 0xffffffff][next(5)] ?? 0, at);
    }
    const read = async (start: number, end: number): Promise<Buffer> =>
      mutated.subarray(start, end);
    const source = { sizeBytes: mutated.length, read };
    const index = await readMp4Index(source);
    if (!index) continue;
    judged += 1;
    const { copy } = await checkConforming(source, index, probe);
    if (!copy.video) continue;
    copied += 1;
    assert(writeVideoInit(index, copy.video).length < 2000);
    const all = { first: 1, last: Infinity };
    await copyVideoSegments(source, index, copy.video, all, async ({ bytes }) => {
      assert(bytes.length < 2 * mutated.length);
    }).catch((error: unknown) => {
      assert(error instanceof CopyError || error instanceof RangeError, String(error));
    });
    for (const audio of copy.audio)
      assert(writeAudioInit(index, { copy: audio, languageCode: 'und' }).length < 2000);
  }
  assert(judged > 100 && copied > 50, `${judged} judged, ${copied} copied`);
});

test('cropped and uncropped sizes, and profiles with scaling lists, are read from parameter sets', async () => {
  for (const [name, size, options] of [
    ['odd.mp4', '322x178', ''],
    ['lists.mp4', '128x96', '-profile:v high -x264-params cqm=jvt'],
    ['main.mp4', '1920x1080', '-profile:v main'],
  ] as const) {
    const clip = `${testVideo(size, '25', 0.2)} -c:v libx264 -preset veryfast -pix_fmt yuv420p`;
    const path = await makeClip(folder, name, `${clip} ${options}`);
    const [entry] = (await readMp4IndexFile(path))?.tracks[0]?.entries ?? [];
    assert(entry);
    const avc = readAvcConfig(entry);
    assert.deepEqual(avc?.frame, {
      is8Bit420: true,
      isProgressive: true,
      isSquare: true,
      width: Number(size.split('x')[0]),
      height: Number(size.split('x')[1]),
      colour: null,
    });
  }
});

test('segments take key frames up to about six seconds, and never more than eight', () => {
  const borders = (...keys: number[]): number[] => chooseBorders(keys, 20, 1);
  assert.deepEqual(borders(0, 2, 4, 6, 8, 10, 12, 14, 16, 18), [0, 6, 12, 18]);
  assert.deepEqual(borders(0, 4, 8, 12, 16), [0, 4, 8, 12, 16]);
  assert.deepEqual(borders(0, 5, 10, 15), [0, 5, 10, 15]);
  // Short segments take one GOP more, for a segment of a second is a request for little.
  assert.deepEqual(borders(0, 1, 7, 8, 14), [0, 7, 14]);
  // 29.97: three GOPs of 60 frames last 6.006 s.
  const ntsc = [0, 60060, 120120, 180180, 240240];
  assert.deepEqual(chooseBorders(ntsc, 300300, 30000), [0, 180180]);
});

test('a track whose key frames change its size does not conform', async () => {
  const said = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv';
  const parts: Buffer[] = [];
  for (const [n, size] of ['128x96', '96x64'].entries()) {
    const placed = `-muxdelay 0 -mpegts_copyts 1 -output_ts_offset ${10 + n}`;
    const args = `${testVideo(size, '25', 1)} ${ENCODE} ${said} ${placed}`;
    parts.push(await readFile(await makeClip(folder, `${size}.ts`, args)));
  }
  const joined = join(folder, 'smaller.ts');
  await writeFile(joined, Buffer.concat(parts));
  const { copy, refusals } = await judge(
    await makeClip(folder, 'smaller.mp4', `-i ${joined} -c copy`),
  );
  assert.equal(copy.video, null);
  assert.deepEqual(refusals, [{ streamIndex: 0, reason: 'picture_size' }]);
});
