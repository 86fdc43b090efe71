import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Ladder, VideoIntent } from '../plan/ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import {
  type WrittenRendition,
  encodePieces,
  makeClip,
  testVideo,
  testFolder,
  toWholePiece,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const run = promisify(execFile);
const folder = await testFolder();
const tools = await findMediaTools();

/** Measures luma PSNR of each frame against the source, in presentation order. */
async function measurePsnr(
  source: string,
  written: WrittenRendition | undefined,
): Promise<number[]> {
  assert(written);
  const path = join(folder, 'encoded.mp4');
  await writeFile(path, Buffer.concat([written.init, ...written.segments]));
  const graph =
    '[0:v]settb=1/25,setpts=N[a];[1:v]settb=1/25,setpts=N,format=yuv420p[b];[a][b]psnr=f=stats.txt';
  const args = ['-v', 'error', '-i', path, '-i', source, '-filter_complex', graph];
  await run('ffmpeg', [...args, '-f', 'null', '-'], { cwd: folder });
  const text = await readFile(join(folder, 'stats.txt'), 'latin1');
  return [...text.matchAll(/psnr_y:([\d.]+)/g)].map(([, value]) => Number(value));
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Measures the cost of a seam in dB: mean of the second before and of the second after, whole minus
 * pieces.
 */
async function seamLoss(intent: Partial<VideoIntent>): Promise<[number, number]> {
  const noisy = `${testVideo('320x180', '25', 14)} -vf noise=alls=2:allf=t,format=yuv420p -c:v ffv1`;
  const path = await makeClip(folder, 'noisy.mkv', noisy);
  const video = { ...DEFAULT_LADDER.video[4], ...intent } as VideoIntent;
  const ladder: Ladder = { ...DEFAULT_LADDER, video: [video], audio: [] };
  const plan = planStream(await probeSource(tools, path), ladder);
  const whole = toWholePiece(plan);
  const pieces = [
    { ...whole, lastSegment: 1 },
    { ...whole, firstSegment: 2 },
  ];
  const [id = ''] = whole.renditionIds;
  const expected = await measurePsnr(
    path,
    (await encodePieces(tools, plan, [whole], path)).get(id),
  );
  const actual = await measurePsnr(path, (await encodePieces(tools, plan, pieces, path)).get(id));
  assert.equal(actual.length, 350);
  const loss = actual.map((value, n) => (expected[n] ?? NaN) - value);
  return [mean(loss.slice(125, 150)), mean(loss.slice(150, 175))];
}

const CODECS: Record<string, Partial<VideoIntent>> = {
  h264: { quality: { mode: 'constrained', crf: 23, maxBitrateKbps: 4000 } },
  hevc: { quality: { mode: 'constrained', crf: 26, maxBitrateKbps: 4000 }, speed: 'faster' },
  vp9: { quality: { mode: 'constrained', crf: 32, maxBitrateKbps: 4000 }, speed: 'fastest' },
  av1: { quality: { mode: 'constrained', crf: 36, maxBitrateKbps: 4000 }, speed: 'fastest' },
};

for (const [codec, intent] of Object.entries(CODECS))
  test(`${codec}: frames around a seam are within 0.1 dB of a whole encode`, async (t) => {
    const size = { type: 'original', pixels: null } as const;
    const known = { codec: codec as VideoIntent['codec'], size };
    const profile = codec === 'h264' ? 'high' : null;
    const [before, after] = await seamLoss({ ...intent, ...known, profile });
    t.diagnostic(`lost before ${before.toFixed(3)} dB, after ${after.toFixed(3)} dB`);
    assert(before < 0.1 && after < 0.1, `lost before ${before} dB, after ${after} dB`);
  });
