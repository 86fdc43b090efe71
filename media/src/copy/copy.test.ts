import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readCodecString } from '../mp4/codec-string.ts';
import { checkConforming } from './conforming.ts';
import { CopyError } from './copy-bytes.ts';
import { writeAudioInit, writeVideoInit } from './copy-init.ts';
import type { AudioCopy, VideoCopy } from '../plan/copy-plan.ts';
import {
  type CopiedSegment,
  copyAudioSegments,
  copyVideoSegments,
  getSegmentNeededBytes,
} from './copy-segments.ts';
import { AAC_FRAME, listAudioBorders } from '../plan/grid.ts';
import { type ByteSource, openByteSource } from '../mp4/mp4-file.ts';
import { type Mp4Index, readMp4Index } from '../mp4/mp4-index.ts';
import { probeSource } from '../probe/probe.ts';
import {
  type Written,
  X264,
  decode,
  readFragments,
  isSync,
  makeClip,
  testVideo,
  presentationTimes,
  testFolder,
  sumTicks,
  tone,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const run = promisify(execFile);
const folder = await testFolder();
const tools = await findMediaTools();
const CLOSED = '-x264-params open-gop=0 -g 48 -bf 2';
const SIZE = '128x96';

type Opened = { source: ByteSource & AsyncDisposable; index: Mp4Index };
type Copied = { init: Buffer; segments: CopiedSegment[] };
const ALL = { first: 1, last: Infinity };

async function open(path: string): Promise<Opened> {
  const source = await openByteSource(path);
  const index = await readMp4Index(source);
  assert(index);
  return { source, index };
}

async function judgeCopy({ source, index }: Opened, path: string) {
  const { copy, refusals } = await checkConforming(source, index, await probeSource(tools, path));
  return { video: copy.video, audio: copy.audio[0], refusals };
}

async function copyVideo({ source, index }: Opened, copy: VideoCopy, range = ALL): Promise<Copied> {
  const segments: CopiedSegment[] = [];
  await copyVideoSegments(source, index, copy, range, async (one) => void segments.push(one));
  return { init: writeVideoInit(index, copy), segments };
}

async function copyAudio(opened: Opened, copy: AudioCopy, borders: number[]): Promise<Copied> {
  const { source, index } = opened;
  const segments: CopiedSegment[] = [];
  const take = async (one: CopiedSegment): Promise<void> => void segments.push(one);
  await copyAudioSegments(source, index, { copy, borders }, ALL, take);
  return { init: writeAudioInit(index, { copy, languageCode: 'tha' }), segments };
}

/** Reads hashes of the decoded frames of one stream, or of its packets, without their times. */
async function frameHashes(path: string, stream: string, codec = ''): Promise<string[]> {
  const args = ['-v', 'error', '-i', path, '-map', `0:${stream}`];
  const { stdout, stderr } = await run('ffmpeg', [
    ...args,
    ...codec.split(' ').filter(Boolean),
    '-fps_mode',
    'passthrough',
    '-f',
    'framemd5',
    '-',
  ]);
  assert.equal(stderr, '', 'decodes without a complaint');
  return stdout
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
}

async function store(name: string, { init, segments }: Copied): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat([init, ...segments.map(({ bytes }) => bytes)]));
  return path;
}

const CLIPS: Record<string, string> = {
  'irregular.mp4': `${testVideo(SIZE, '30000/1001', 20)} ${tone(20)} ${X264} ${CLOSED} -force_key_frames 0.7,3.1,9.2,9.5 -c:a aac`,
  'index-first.mov': `${testVideo(SIZE, '25', 9)} ${tone(9, 44100)} ${X264} ${CLOSED} -c:a aac -movflags faststart`,
  'variable.mp4': `${testVideo(SIZE, '30', 8)} ${tone(8)} -vf select=not(eq(mod(n\\,7)\\,3))*not(eq(mod(n\\,5)\\,1)) -fps_mode vfr ${X264} ${CLOSED} -c:a aac`,
  'signed-offsets.mp4': `${testVideo(SIZE, '25', 7)} ${tone(7)} ${X264} ${CLOSED} -c:a aac -movflags negative_cts_offsets`,
  'cut-at-a-key-frame.mp4': '-ss 3.84 -i signed-offsets.mp4 -c copy',
};

for (const [name, args] of Object.entries(CLIPS))
  test(`${name}: copied video and audio are the source's, frame by frame, on one clock`, async () => {
    const path = await makeClip(folder, name, args);
    const opened = await open(path);
    await using _ = opened.source;
    const { video, audio, refusals } = await judgeCopy(opened, path);
    assert(video && audio, JSON.stringify(refusals));
    const copied = await copyVideo(opened, video);
    const stored = await store('video.mp4', copied);
    assert.deepEqual(await frameHashes(stored, 'v:0'), await frameHashes(path, 'v:0'));
    await checkTimes(opened, path, video, copied);

    const borders = listAudioBorders(video, audio.sampleRate);
    const copiedAudio = await copyAudio(opened, audio, borders);
    assert.equal(copiedAudio.segments.length, copied.segments.length);
    // Decoded audio depends on what came before it (PNS), so packets are compared.
    const heard = await frameHashes(await store('audio.mp4', copiedAudio), 'a:0', '-c copy');
    assert.equal(heard.length, audio.frameCount);
    const original = await frameHashes(path, 'a:0', '-c copy');
    assert.deepEqual(heard, original.slice(-heard.length));
    assert(original.length - heard.length <= 60, 'only what lies before the video is left out');
    // Timestamps of the source's first audible frame and of the video lie within half a frame.
    const apart = Math.abs(audio.startSeconds - video.originSeconds);
    assert(apart <= 0.5001 * (AAC_FRAME / audio.sampleRate), `${apart} s`);
    let start = 0;
    for (const [n, { bytes }] of copiedAudio.segments.entries())
      for (const fragment of readFragments(bytes)) {
        assert.equal(fragment.decodeTime, start);
        assert.equal(fragment.decodeTime, (borders[n] ?? 0) * AAC_FRAME);
        start += sumTicks(fragment);
      }
  });

/** Segments begin at the borders with an IDR frame; the frames' times are those of the probe. */
async function checkTimes(
  { index }: Opened,
  path: string,
  video: VideoCopy,
  { init, segments }: Copied,
): Promise<void> {
  assert.equal(readCodecString(init), video.codec);
  assert.equal(segments.length, video.borders.length);
  assert.equal(
    segments.reduce((sum, { ticks }) => sum + ticks, 0),
    video.endTick,
  );
  const times: number[] = [];
  const keys: number[] = [];
  let at = 0;
  for (const [n, { bytes, keyFrames, number, ticks }] of segments.entries()) {
    assert.equal(number, n + 1);
    assert.equal(at, video.borders[n]);
    assert(ticks <= 8 * video.timescale);
    const fragments = readFragments(bytes);
    assert.equal(keyFrames.length, fragments.length);
    for (const [m, fragment] of fragments.entries()) {
      assert.equal(fragment.decodeTime, at, 'decode times leave no gap');
      const shown = presentationTimes(fragment);
      assert.equal(shown[0], at, 'begins with the frame shown first');
      assert.deepEqual(
        fragment.samples.map(({ flags }) => isSync(flags)),
        shown.map((_, n) => n === 0),
      );
      times.push(...shown);
      keys.push(at);
      at += sumTicks(fragment);
      assert.equal(keyFrames[m]?.[2], sumTicks(fragment));
      checkKeyFrame(bytes, keyFrames[m], fragment.samples[0]?.size);
    }
  }
  assert.equal(at, video.endTick);
  assert.deepEqual(keys, video.keyTicks);
  const probe = await probeSource(tools, path);
  const first = probe.video?.frames.ticks[0] ?? 0;
  const expected = [...(probe.video?.frames.ticks ?? [])].map((tick) => tick - first);
  assert.deepEqual(
    times.sort((a, b) => a - b),
    expected,
  );
  assert(index.tracks.some(({ timescale }) => timescale === video.timescale));
}

function checkKeyFrame(bytes: Buffer, place: number[] | undefined, size: number | undefined): void {
  const [offset = 0, length = 0] = place ?? [];
  const moofSize = bytes.readUInt32BE(offset);
  assert.equal(bytes.toString('latin1', offset + 4, offset + 8), 'moof');
  assert.equal(length, moofSize + 8 + (size ?? 0), 'moof, header of mdat and one frame');
}

test('two runs give the same bytes, and segments alone are those of a run over all', async () => {
  const path = join(folder, 'irregular.mp4');
  const opened = await open(path);
  await using _ = opened.source;
  const { video } = await judgeCopy(opened, path);
  assert(video);
  const whole = await copyVideo(opened, video);
  assert.deepEqual(await copyVideo(opened, video), whole);
  const third = await copyVideo(opened, video, { first: 3, last: 3 });
  assert.deepEqual(third.segments, whole.segments.slice(2, 3));
});

test('the figures of a plan match the bytes that are written', async () => {
  const path = join(folder, 'irregular.mp4');
  const opened = await open(path);
  await using _ = opened.source;
  const { video } = await judgeCopy(opened, path);
  assert(video);
  const { segments } = await copyVideo(opened, video);
  const bits = segments.reduce((sum, { bytes }) => sum + bytes.length * 8, 0);
  assert.equal(video.averageBps, Math.ceil((bits * video.timescale) / video.endTick));
});

test('a segment can be made once as many bytes have arrived as it needs, and not before', async () => {
  const path = join(folder, 'index-first.mov');
  const opened = await open(path);
  await using _ = opened.source;
  const { video, audio } = await judgeCopy(opened, path);
  assert(video && audio);
  const bytes = await readFile(path);
  const whole = await copyVideo(opened, video);
  for (const number of [1, 2]) {
    const needed = getSegmentNeededBytes(opened.index, video, number);
    assert(needed <= bytes.length);
    const range = { first: number, last: number };
    const arriving = (end: number): Opened['source'] => ({
      ...opened.source,
      read: async (start, until) => bytes.subarray(start, Math.min(until, end)),
    });
    const enough = { ...opened, source: arriving(needed) };
    const { segments } = await copyVideo(enough, video, range);
    assert.deepEqual(segments, whole.segments.slice(number - 1, number));
    const short = { ...opened, source: arriving(needed - 1) };
    await assert.rejects(copyVideo(short, video, range), { reason: 'source_short' });
  }
  const borders = listAudioBorders(video, audio.sampleRate);
  const copiedAudio = { copy: audio, borders };
  assert(
    getSegmentNeededBytes(opened.index, copiedAudio, 1) <
      getSegmentNeededBytes(opened.index, copiedAudio, 2),
  );
});

test('a hole in place of video is never copied', async () => {
  const path = join(folder, 'index-first.mov');
  const opened = await open(path);
  await using _ = opened.source;
  const { video } = await judgeCopy(opened, path);
  assert(video);
  const bytes = Buffer.from(await readFile(path));
  bytes.fill(0, bytes.length - 20_000);
  const holed = { ...opened.source, read: async (a: number, b: number) => bytes.subarray(a, b) };
  await assert.rejects(copyVideo({ ...opened, source: holed }, video), (error) => {
    assert(error instanceof CopyError);
    return error.reason === 'not_pictures';
  });
});

test('the priming of an AAC encoder, hidden by an edit list, is not in the copy', async () => {
  const path = join(folder, 'irregular.mp4');
  const opened = await open(path);
  await using _ = opened.source;
  const { video, audio } = await judgeCopy(opened, path);
  assert(video && audio);
  assert.equal(opened.index.tracks[1]?.edits[0]?.mediaTime, 1024);
  assert.equal(audio.firstSample, 1);
  assert.equal(audio.startSeconds, 0);
});

test('a flash and a beep of one moment stay together in the copy', async () => {
  const flash =
    'color=black:s=128x96:r=25:d=5,drawbox=t=fill:c=white:enable=between(t\\,2.99\\,3.39)';
  const beep = 'aevalsrc=if(between(t\\,3\\,3.4)\\,sin(2*PI*1000*t)\\,0):s=48000:d=5';
  const inputs = `-f lavfi -i ${flash} -f lavfi -i ${beep}`;
  const path = await makeClip(folder, 'flash.mp4', `${inputs} ${X264} ${CLOSED} -c:a aac`);
  const opened = await open(path);
  await using _ = opened.source;
  const { video, audio } = await judgeCopy(opened, path);
  assert(video && audio);
  const media = await copyVideo(opened, video);
  const copiedAudio = await copyAudio(opened, audio, listAudioBorders(video, audio.sampleRate));
  const written = ({ init, segments }: Copied): Written => ({
    init,
    segments: segments.map(({ bytes }) => bytes),
  });
  const filter = '-vf fps=100,scale=1:1,format=gray -f rawvideo -';
  const grey = await decode(folder, written(media), filter);
  const heard = await decode(folder, written(copiedAudio), '-ac 1 -f f32le -');
  const flashAt = grey.findIndex((value) => value > 128) / 100;
  const samples = Array.from({ length: heard.length / 4 }, (_, n) => heard.readFloatLE(n * 4));
  const beepAt = samples.findIndex((value) => Math.abs(value) > 0.2) / 48000;
  assert(Math.abs(flashAt - 3) <= 0.02, `flash at ${flashAt}`);
  assert(Math.abs(beepAt - 3) <= AAC_FRAME / 48000, `beep at ${beepAt}`);
});
