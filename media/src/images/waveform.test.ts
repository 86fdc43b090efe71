import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { probeSource } from '../probe/probe.ts';
import { makeClip, testFolder, tone } from '../test-clips.ts';
import { type Cover, extractCover } from './cover.ts';

const folder = await testFolder();
const tools = await findMediaTools();

/** Loud in the second half alone; `channels` are expressions of `t`. */
const sound = (seconds: number, ...channels: string[]) =>
  `-f lavfi -i aevalsrc=${channels.join('|')}:s=48000:d=${seconds}`;
const SWELL = 'sin(2800*t)*if(gt(t\\,1)\\,0.8\\,0.2)';

async function extractFrom(path: string): Promise<Cover[]> {
  return extractCover(tools, path, await probeSource(tools, path));
}

/** Heights of the bars of the largest cover, in px. */
function readBars(covers: readonly Cover[]): number[] {
  assert.deepEqual(
    covers.map(({ width, height }) => `${width}x${height}`),
    ['320x180', '640x360', '1280x720'],
  );
  const decoded = ['-pix_fmt', 'gray', '-f', 'rawvideo', '-'];
  const grey = execFileSync('ffmpeg', ['-v', 'error', '-f', 'mjpeg', '-i', '-', ...decoded], {
    input: covers[2]?.jpeg ?? '',
  });
  const heightAt = (x: number) =>
    Array.from({ length: 720 }, (_, y) => grey[y * 1280 + x] ?? 0).filter((value) => value > 90)
      .length;
  return Array.from({ length: 72 }, (_, n) => heightAt(72 + n * 16));
}

const near = (height: number | undefined, wanted: number): boolean =>
  Math.abs((height ?? 0) - wanted) <= 8;

function assertSwell(bars: readonly number[]): void {
  assert(
    bars.slice(0, 35).every((height) => near(height, 126)),
    `quiet: ${bars.join(' ')}`,
  );
  assert(
    bars.slice(37).every((height) => near(height, 504)),
    `loud: ${bars.join(' ')}`,
  );
}

test('audio alone is drawn as bars as high as it is loud, whatever duration is stated', async () => {
  const clip = await makeClip(folder, 'swell.flac', sound(2, SWELL));
  const probe = await probeSource(tools, clip);
  for (const durationMs of [probe.durationMs, 0, 86_400_000])
    assertSwell(readBars(await extractCover(tools, clip, { ...probe, durationMs })));
});

test('the loudest bar is as high in quiet audio, and noise next to silence is not made loud', async () => {
  const quiet = await makeClip(folder, 'quiet.flac', sound(2, `0.01*${SWELL}`));
  assertSwell(readBars(await extractFrom(quiet)));
  const hiss = await makeClip(folder, 'hiss.flac', sound(2, '0.0001*(random(0)-0.5)'));
  assert(readBars(await extractFrom(hiss)).every((height) => height < 50));
});

test('silence is a flat line', async () => {
  const clip = await makeClip(folder, 'silence.m4a', `${sound(3, '0')} -c:a aac`);
  assert(readBars(await extractFrom(clip)).every((height) => height <= 10));
});

test('channels count alike, also in opposite phase, as 5.1 and without a layout', async () => {
  const inverted = await makeClip(folder, 'inverted.flac', sound(2, SWELL, `-${SWELL}`));
  assertSwell(readBars(await extractFrom(inverted)));
  const six = ['0', '0', SWELL, '0', '0', '0'];
  const around = await makeClip(folder, 'around.mka', `${sound(2, ...six)} -c:a flac`);
  assertSwell(readBars(await extractFrom(around)));
  const probe = await probeSource(tools, around);
  const unplaced = probe.audio.map((track) => ({ ...track, channelLayout: null }));
  const covers = await extractCover(tools, around, { ...probe, audio: unplaced });
  assert.equal(readBars(covers).length, 72);
});

test('of several tracks the default one is drawn', async () => {
  const clip = await makeClip(
    folder,
    'tracks.mka',
    `${sound(2, '0')} ${sound(2, SWELL)} -map 0 -map 1 -c:a flac -disposition:a:0 0 -disposition:a:1 default`,
  );
  assertSwell(readBars(await extractFrom(clip)));
});

test('an hour is drawn whole, and drawing ends when it is aborted', async () => {
  const made = '-ar 16000 -c:a aac -b:a 24k';
  await makeClip(folder, 'tone.m4a', `${sound(60, '0.4*sin(2800*t)')} ${made}`);
  await makeClip(folder, 'still.m4a', `${sound(60, '0')} ${made}`);
  const list = Array.from({ length: 60 }, (_, n) => (n < 30 ? 'still.m4a' : 'tone.m4a'));
  await writeFile(join(folder, 'list.txt'), list.map((name) => `file ${name}\n`).join(''));
  const clip = await makeClip(folder, 'hour.m4a', '-f concat -i list.txt -c copy');
  const probe = await probeSource(tools, clip);
  assert(Math.abs(probe.durationMs - 3_600_000) < 10_000, `${probe.durationMs} ms`);
  const bars = readBars(await extractCover(tools, clip, probe));
  assert(
    bars.slice(0, 35).every((height) => height <= 10),
    bars.join(' '),
  );
  assert(
    bars.slice(37).every((height) => near(height, 504)),
    bars.join(' '),
  );
  const stop = new AbortController();
  const stopped = extractCover(tools, clip, probe, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 150);
  await assert.rejects(stopped, /enough/);
});

test('a broken file is drawn as far as it can be decoded, and one without audio not at all', async () => {
  const whole = await makeClip(folder, 'whole.mp3', `${sound(2, SWELL)} -c:a libmp3lame`);
  const probe = await probeSource(tools, whole);
  const bytes = await readFile(whole);
  const at = (share: number) => Math.round(bytes.length * share);
  const cut = join(folder, 'cut.mp3');
  await writeFile(cut, bytes.subarray(0, at(0.4)));
  const bars = readBars(await extractCover(tools, cut, probe));
  assert(
    bars.slice(2, -2).every((height) => height > 400),
    bars.join(' '),
  );
  bytes.fill(0xa5, at(0.4), at(0.6));
  await writeFile(cut, bytes);
  assert.equal(readBars(await extractCover(tools, cut, probe)).length, 72);
  await writeFile(cut, bytes.fill(0xa5));
  assert.deepEqual(await extractCover(tools, cut, probe), []);
  assert.deepEqual(await extractCover(tools, whole, { ...probe, audio: [] }), []);
});

test('audio with an attached picture that can’t be decoded has a waveform', async () => {
  await makeClip(folder, 'front.jpg', '-f lavfi -i testsrc2=s=500x500 -frames:v 1');
  await makeClip(folder, 'plain.mp3', `${tone(2)} -c:a libmp3lame`);
  const tagged = await makeClip(
    folder,
    'tagged.mp3',
    '-i plain.mp3 -i front.jpg -map 0 -map 1 -c copy -disposition:v attached_pic',
  );
  const probe = await probeSource(tools, tagged);
  assert.deepEqual(
    (await extractCover(tools, tagged, probe)).map(({ width }) => width),
    [320],
  );
  const bytes = await readFile(tagged);
  const start = bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
  bytes.fill(0, start, start + 5000);
  await writeFile(tagged, bytes);
  assert.equal(readBars(await extractCover(tools, tagged, probe)).length, 72);
});
