import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { decode, encodeClip, makeClip, testFolder, testVideo, tone, X264 } from '../test-clips.ts';
import { DEFAULT_LADDER, rung } from '../test-ladder.ts';
import { probeSource } from './probe.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const ladder = { ...DEFAULT_LADDER, video: [rung(96)] };

/** Cuts off the first bytes of a clip, or puts zeros before it. */
async function moveStart(path: string, by: number): Promise<string> {
  const bytes = await readFile(path);
  const moved = join(folder, `moved-${by}`);
  await writeFile(moved, by > 0 ? bytes.subarray(by) : Buffer.concat([Buffer.alloc(-by), bytes]));
  return moved;
}

test('bare MPEG-2 has all its frames', async () => {
  const args = `${testVideo('128x96', '25', 2)} -c:v mpeg2video -f mpeg2video`;
  const { written } = await encodeClip(tools, await makeClip(folder, 'a.m2v', args), ladder);
  const bytes = await decode(folder, written.get('v96') ?? assert.fail(), '-f rawvideo -');
  assert.equal(bytes.length, 50 * 128 * 96 * 1.5);
});

test('AMR and AU are heard to their end', async () => {
  // Silence of the codec's best mode, as no encoder of it is here.
  const amr = join(folder, 'a.amr');
  await writeFile(amr, [
    '#!AMR\n',
    ...Array.from({ length: 100 }, () => Buffer.from([0x3c, ...new Uint8Array(31)])),
  ]);
  const au = await makeClip(folder, 'a.au', `${tone(2)} -c:a pcm_s16be`);
  for (const path of [amr, au]) {
    const { plan, written } = await encodeClip(tools, path, ladder);
    assert.equal(plan.durationMs, 2000);
    await decode(folder, written.get('a1') ?? assert.fail(), '-f s16le -');
  }
});

test('captures that begin in the midst, or behind zeros, are taken', async () => {
  const both = `${testVideo('128x96', '25', 3)} ${tone(3)} ${X264}`;
  const ts = await makeClip(folder, 'a.ts', `${both} -c:a aac`);
  const mp3 = await makeClip(folder, 'a.mp3', `${tone(3)} -c:a libmp3lame`);
  const adts = await makeClip(folder, 'a.aac', `${tone(3)} -c:a aac`);
  for (const [clip, kind, by] of [
    [ts, 'mpegts', 77],
    [ts, 'mpegts', -300_000],
    [mp3, 'mp3', 1500],
    [mp3, 'mp3', -5000],
    [adts, 'aac', 200],
  ] as const) {
    const probe = await probeSource(tools, await moveStart(clip, by));
    assert.equal(probe.kind, kind);
    assert(probe.durationMs > 2500, `${kind} from ${by}: ${probe.durationMs} ms`);
    assert.equal(probe.video !== null, kind === 'mpegts');
  }
});
