import assert from 'node:assert/strict';
import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { getProbeNeededBytes, prepareNeededBytes } from './index-needs.ts';
import { readIndexedTimes } from './index-times.ts';
import { readMp4IndexFile } from '../mp4/mp4-index.ts';
import { probeArriving, probeSource, scanSource } from './probe.ts';
import type { SourceProbe } from './source-probe.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const SIZE = '128x96';
const AV = `${testVideo(SIZE, '25', 2)} ${tone(2)} ${X264} -c:a aac`;
const base = await makeClip(folder, 'base.mp4', `${AV} -bf 2 -g 25`);

const long = await makeClip(
  folder,
  'long.mp4',
  `${testVideo(SIZE, '25', 6)} ${tone(6)} ${X264} -bf 2 -g 25 -c:a aac`,
);

const CLIPS: Record<string, string> = {
  'ntsc.mp4': `${testVideo(SIZE, '30000/1001', 2)} ${tone(2)} ${X264} -bf 2 -c:a aac`,
  'plain.mp4': `${AV} -bf 0`,
  'signed-offsets.mp4': `${AV} -bf 2 -movflags negative_cts_offsets`,
  'no-edits.mp4': `${AV} -bf 2 -use_editlist 0`,
  'index-first.mov': `${AV} -bf 2 -movflags faststart`,
  'variable.mp4': `${testVideo(SIZE, '30', 2)} -vf select=not(eq(mod(n\\,7)\\,3))*not(eq(mod(n\\,5)\\,1)) -fps_mode vfr ${X264} -bf 2`,
  'cut-in-a-gop.mp4': '-ss 0.5 -i base.mp4 -c copy',
  'rotated.mov': '-i base.mp4 -c copy -metadata:s:v rotate=90',
  'late-audio.mp4': '-i base.mp4 -itsoffset 0.7 -ss 0.31 -i base.mp4 -map 0:v -map 1:a -c copy',
  'audio.m4a': `${tone(2, 44100)} -c:a aac`,
  'cut-audio.m4a': '-ss 0.51 -i base.mp4 -map 0:a -c copy',
  'two-sounds.mp4': `${testVideo(SIZE, '25', 1)} ${tone(1)} ${tone(1, 44100)} -map 0 -map 1 -map 2 ${X264} -c:a aac -metadata:s:a:0 language=tha -metadata:s:a:1 language=eng`,
  'raw-sound.mov': `${testVideo(SIZE, '25', 1)} ${tone(1)} -c:v mjpeg -c:a pcm_s16le`,
  'hevc.mp4': `${testVideo(SIZE, '25', 1)} -c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params log-level=none`,
  'interlaced.mp4': `${testVideo(SIZE, '25', 1)} ${X264} -flags +ildct+ilme -top 1`,
};

/**
 * The end is compared apart: ffmpeg guesses how long the last packet lasts, the index doesn't state
 * it.
 */
function withoutEnds(probe: SourceProbe): object {
  const frames = probe.video && { ...probe.video.frames, lastTicks: 0 };
  return {
    ...probe,
    durationMs: 0,
    audio: probe.audio.map((one) => ({ ...one, endSeconds: 0 })),
    video: probe.video && { ...probe.video, endSeconds: 0, frames },
  };
}

for (const [name, args] of Object.entries(CLIPS))
  test(`${name}: a probe by the index equals one that reads every packet`, async () => {
    const path = await makeClip(folder, name, args);
    const index = await readMp4IndexFile(path);
    assert(
      index?.tracks.every((track) => readIndexedTimes(index, track)),
      'the index tells the times',
    );
    const [quick, slow] = [await probeSource(tools, path), await scanSource(tools, path)];
    assert.deepEqual(withoutEnds(quick), withoutEnds(slow));
    assert(Math.abs(quick.durationMs - slow.durationMs) <= 10);
    for (const [n, audio] of slow.audio.entries())
      assert(Math.abs((quick.audio[n]?.endSeconds ?? 0) - audio.endSeconds) < 0.01);
    const apart = (quick.video?.endSeconds ?? 0) - (slow.video?.endSeconds ?? 0);
    assert(Math.abs(apart) < 1e-6, `the video ends ${apart} s apart`);
  });

test('an edit list of several pieces is left to ffprobe', async () => {
  const bytes = await readFile(base);
  const elst = bytes.indexOf('elst');
  // Twice as fast: no longer simple.
  bytes.writeUInt32BE(0x20000, elst + 20);
  const path = join(folder, 'fast.mp4');
  await writeFile(path, bytes);
  assert((await readMp4IndexFile(path))?.tracks[0]?.edits[0]?.rate === 2);
  assert.deepEqual(await probeSource(tools, path), await scanSource(tools, path));
});

test('a file cut off behind its index is seen as cut off', async () => {
  const path = await makeClip(folder, 'cut.mp4', '-i base.mp4 -c copy -movflags faststart');
  await truncate(path, Math.round((await stat(path)).size / 2));
  assert.equal((await probeSource(tools, path)).truncated, true);
});

test('a file that is still arriving is probed as the whole will be', async () => {
  const path = await makeClip(folder, 'whole.mp4', '-i long.mp4 -c copy -movflags faststart');
  const whole = await probeSource(tools, path);
  const index = await readMp4IndexFile(path);
  assert(index);
  const bytes = await readFile(path);
  const totalBytes = bytes.length;
  const part = join(folder, 'part.mp4');
  const arrivedBytes = Math.max(prepareNeededBytes(index)(1), getProbeNeededBytes(index));
  assert(arrivedBytes < 0.5 * totalBytes, `${arrivedBytes} of ${totalBytes}`);
  await writeFile(part, bytes.subarray(0, arrivedBytes));
  assert.deepEqual(await probeArriving(tools, part, { arrivedBytes, totalBytes }), whole);
  const early = { arrivedBytes: index.moov.end + 100, totalBytes };
  assert.equal(await probeArriving(tools, part, early), null, 'too early to tell');
});

test('a file whose index was sent ahead of its beginning is probed as the whole will be', async () => {
  const whole = await probeSource(tools, long);
  const index = await readMp4IndexFile(long);
  assert(index && !index.isIndexFirst);
  const bytes = await readFile(long);
  const totalBytes = bytes.length;
  const arrivedBytes = Math.max(prepareNeededBytes(index)(1), getProbeNeededBytes(index));
  assert(arrivedBytes < 0.5 * totalBytes);
  const part = join(folder, 'holes.mp4');
  const file = await open(part, 'w');
  await file.write(bytes, 0, arrivedBytes, 0);
  await file.write(bytes, index.moov.start, totalBytes - index.moov.start, index.moov.start);
  await file.close();
  assert.deepEqual(await probeArriving(tools, part, { arrivedBytes, totalBytes }), whole);
});

test('without its index, a file that is still arriving can’t be probed', async () => {
  const bytes = await readFile(base);
  const part = join(folder, 'no-index.mp4');
  await writeFile(part, bytes.subarray(0, 20_000));
  const arriving = { arrivedBytes: 20_000, totalBytes: bytes.length };
  assert.equal(await probeArriving(tools, part, arriving), null);
});

test('bytes needed grow with time, from the first samples to the end of the media', async () => {
  const index = await readMp4IndexFile(base);
  assert(index);
  const needs = [0.1, 0.5, 1, 1.5, 2.5].map(prepareNeededBytes(index));
  assert(needs.every((bytes, n) => n === 0 || bytes > (needs[n - 1] ?? 0)));
  assert.equal(needs.at(-1), index.moov.start, 'the media end where the index begins');
});
