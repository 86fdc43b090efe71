import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkConforming } from './conforming.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { readMp4IndexFile } from '../mp4/mp4-index.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const inputs = `${testVideo('128x96', '25', 2)} ${tone(2)}`;
const clip = await makeClip(
  folder,
  'clip.mp4',
  `${inputs} ${X264} -g 25 -c:a aac -movflags faststart`,
);

/** Returns why each stream of changed bytes is not copied, by its number. */
async function listRefusals(name: string, bytes: Buffer): Promise<[number, string][]> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const index = await readMp4IndexFile(path);
  assert(index);
  await using source = await openByteSource(path);
  const { refusals } = await checkConforming(source, index, await probeSource(tools, path));
  return refusals.map(({ streamIndex, reason }) => [streamIndex, reason]);
}

async function findPlace(track: number, sample: number): Promise<{ start: number; end: number }> {
  const { samples } = (await readMp4IndexFile(clip))?.tracks[track] ?? {};
  const start = samples?.offset[sample] ?? 0;
  return { start, end: start + (samples?.size[sample] ?? 0) };
}

test('a source that was cut off is encoded, because its index states more than is there', async () => {
  const bytes = await readFile(clip);
  const { start } = await findPlace(0, 40);
  assert.deepEqual(await listRefusals('cut.mp4', bytes.subarray(0, start)), [
    [0, 'truncated'],
    [1, 'truncated'],
  ]);
});

test('video with a hole in it is encoded, and audio that is whole is copied beside it', async () => {
  const bytes = await readFile(clip);
  const { start, end } = await findPlace(0, 30);
  assert.deepEqual(await listRefusals('hole.mp4', bytes.fill(0, start, end)), [[0, 'damaged']]);
});

test('invalid audio is encoded, and video that is whole is copied beside it', async () => {
  const bytes = await readFile(clip);
  const { start, end } = await findPlace(1, 50);
  assert.deepEqual(await listRefusals('noise.mp4', bytes.fill(0x5a, start, end)), [[1, 'damaged']]);
});
