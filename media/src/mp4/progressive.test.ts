import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { STYP, findBox, readBoxes, writeFragment } from './boxes.ts';
import { packageTrack } from '../protect/packager.ts';
import { prepareProgressive } from './progressive.ts';
import type { StoredTrack } from './stored-track.ts';
import { type Written, testFolder } from '../test-clips.ts';
import { collect, each, makeTrack, readSampleBytes } from '../test-tracks.ts';
import { findMediaTools } from '../cage/tools.ts';
import { createContentKey } from '../protect/content-key.ts';

const run = promisify(execFile);
const folder = await testFolder();

function stored(kind: 'video' | 'audio', { init, segments }: Written): StoredTrack {
  const segment = async (number: number): Promise<Buffer> =>
    segments[number - 1] ?? Buffer.alloc(0);
  return { kind, init, segmentCount: segments.length, segment };
}

async function save(name: string, tracks: StoredTrack[]): Promise<{ path: string; bytes: Buffer }> {
  const file = await prepareProgressive(tracks);
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  assert.equal(bytes.length, file.sizeBytes);
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, bytes };
}

/** Reads the times of a stream's packets in seconds by ffprobe, in order. */
async function times(path: string, stream: string): Promise<number[]> {
  const show = ['-select_streams', stream, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, path]);
  const lines = stdout.split('\n').map((line) => line.replaceAll(',', ''));
  const found = lines.filter((line) => line !== '').map(Number);
  return found.toSorted((a, b) => a - b);
}

/** Reads checksums of the decoded video or audio frames of a file. */
async function decoded(path: string, stream: string): Promise<string[]> {
  const args = ['-v', 'error', '-i', path, '-map', `0:${stream}`, '-f', 'framemd5', '-'];
  const { stdout, stderr } = await run('ffmpeg', args);
  assert.equal(stderr, '', 'decodes without a complaint');
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}

for (const codec of ['h264', 'hevc']) {
  test(`a file of ${codec} and audio has its index first, the same frames, and both clocks from 0`, async () => {
    const video = await makeTrack(folder, codec, 6, [2, 1, 3]);
    const audio = await makeTrack(folder, 'aac', 6, [1]);
    const tracks = [stored('video', video), stored('audio', audio)];
    const { path, bytes } = await save(`${codec}.mp4`, tracks);
    assert.deepEqual(
      readBoxes(bytes).map(({ type }) => type),
      ['ftyp', 'moov', 'mdat'],
    );
    const frames = await times(path, 'v');
    assert.equal(frames.length, 150);
    for (const [n, time] of frames.entries())
      assert(Math.abs(time - n / 25) < 1e-3, `${n}: ${time}`);
    const audioFrames = await times(path, 'a');
    for (const [n, time] of audioFrames.entries())
      assert(Math.abs(time - (n * 1024) / 48000) < 1e-3, `${n}: ${time}`);
    const parts = join(folder, `${codec}-parts.mp4`);
    await writeFile(parts, Buffer.concat([video.init, ...video.segments]));
    assert.deepEqual(await decoded(path, 'v'), await decoded(parts, 'v'));
    await writeFile(parts, Buffer.concat([audio.init, ...audio.segments]));
    assert.deepEqual(await decoded(path, 'a'), await decoded(parts, 'a'));
  });
}

test('seeking finds the key frames', async () => {
  const { path } = await save('seek.mp4', [
    stored('video', await makeTrack(folder, 'h264', 6, [2])),
  ]);
  const show = ['-skip_frame', 'nokey', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v', ...show, path]);
  assert.deepEqual(stdout.match(/\d+\.\d+/g)?.map(Number), [0, 1, 2, 3, 4, 5]);
});

test('audio alone is a file too', async () => {
  const { path } = await save('sound.mp4', [
    stored('audio', await makeTrack(folder, 'aac', 4, [1])),
  ]);
  assert((await decoded(path, 'a')).length > 180);
});

test('a track that begins late stays late', async () => {
  const video = await makeTrack(folder, 'h264', 6, [1]);
  const audio = await makeTrack(folder, 'aac', 6, [1]);
  const late = { init: video.init, segments: video.segments.slice(2) };
  const { path } = await save('late.mp4', [stored('video', late), stored('audio', audio)]);
  assert.equal((await times(path, 'v'))[0], 2);
  assert.equal((await times(path, 'a'))[0], 0);
});

test('a gap between segments is filled by the frame before it', async () => {
  const video = await makeTrack(folder, 'h264', 6, [1]);
  const { path } = await save('gap.mp4', [
    stored('video', { ...video, segments: video.segments.toSpliced(2, 1) }),
  ]);
  const seen = await times(path, 'v');
  assert.equal(seen.length, 125);
  assert.equal(seen.at(-1), 149 / 25);
});

test('a file of more than 4 GiB has wide offsets that lead to its samples', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 2, [1]);
  assert(segments[0]);
  const size = 100_000_000;
  const header = (number: number): Buffer =>
    writeFragment(number, {
      decodeTime: (number - 1) * 12_800,
      samples: [{ size, flags: 0, duration: 12_800, compositionOffset: 0 }],
    });
  const whole = Buffer.concat([STYP, header(1), Buffer.alloc(size)]);
  const track = {
    kind: 'video' as const,
    init,
    segmentCount: 50,
    segment: async (number: number) => {
      header(number).copy(whole, STYP.length);
      return whole;
    },
  };
  const file = await prepareProgressive([track]);
  assert(file.sizeBytes > 50 * size);
  const { value: head } = await file.chunks().next();
  assert(head);
  const moov = readBoxes(head.subarray(0, head.length - 16)).find(({ type }) => type === 'moov');
  assert(moov);
  const co64 = findBox(moov.body, ['trak', 'mdia', 'minf', 'stbl', 'co64']);
  assert.equal(Number(co64?.body.readBigUInt64BE(8)), head.length);
  assert.equal(Number(co64?.body.readBigUInt64BE(8 + 8 * 49)), head.length + 49 * size);
  assert.equal(file.sizeBytes, head.length + 50 * size);
});

test('an encrypted track is refused', async () => {
  const tools = await findMediaTools();
  const { init, segments } = await makeTrack(folder, 'h264', 2, [1]);
  const locking = { iv: randomBytes(16), key: createContentKey(), systems: [] };
  const job = { kind: 'video', init, segments: each(segments), ...locking } as const;
  const locked = await collect(packageTrack(tools, job));
  assert(readSampleBytes(locked.segments[0] ?? Buffer.alloc(0)).length > 0);
  await assert.rejects(prepareProgressive([stored('video', locked)]), RangeError);
});
