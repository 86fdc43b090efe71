import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode, encodePieces, makeClip, testFolder } from '../test-clips.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

/** A beep of a tenth of a second, `at` seconds after the start of 8 s. */
async function beep(name: string, at: number, form: string): Promise<Buffer> {
  const tone = `aevalsrc=exprs=sin(2*PI*1000*t)*between(t\\,${at}\\,${at + 0.1}):d=8:s=48000`;
  return readFile(await makeClip(folder, name, `-f lavfi -i ${tone} ${form}`));
}

/** Lists the seconds at which audio starts after silence. */
function onsets(samples: Buffer, rate: number): number[] {
  const found: number[] = [];
  let quietSince = -1;
  for (let n = 0; 2 * n + 1 < samples.length; n++) {
    if (Math.abs(samples.readInt16LE(2 * n)) < 3000) continue;
    if (n / rate - quietSince > 0.5) found.push(n / rate);
    quietSince = n / rate;
  }
  return found;
}

for (const [name, form] of [
  ['aac', '-ac 6'],
  ['mp3', '-ac 1'],
  ['ac3', '-ac 6 -ar 44100'],
] as const)
  test(`audio that changes its format midway goes on in time (${name}, ${form})`, async () => {
    const parts = [
      await beep(`stereo.${name}`, 1, '-ac 2'),
      await beep(`other.${name}`, 2, form),
      await beep(`again.${name}`, 3, '-ac 2'),
    ];
    const path = join(folder, `changing.${name}`);
    await writeFile(path, Buffer.concat(parts));
    const plan = planStream(await probeSource(tools, path), DEFAULT_LADDER);
    const pieces = listPieces(plan, { deliveryModel: 'classic' });
    const { a1 } = Object.fromEntries(await encodePieces(tools, plan, pieces, path));
    assert(a1);
    assert.equal(a1.segments.length, plan.audio[0]?.borders.length);
    const found = onsets(await decode(folder, a1, '-ac 1 -ar 8000 -f s16le -'), 8000);
    assert.equal(found.length, 3, found.join(', '));
    // Encoders add up to two frames of silence to each part.
    for (const [n, at] of [1, 10, 19].entries())
      assert(Math.abs((found[n] ?? 0) - at) < 0.2, `${found[n]} s, not ${at}`);
    const left = await readdir(tmpdir());
    assert(!left.some((entry) => entry.startsWith('kinora-audio-')), 'nothing is left behind');
  });
