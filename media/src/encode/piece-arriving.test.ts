import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareNeededBytes } from '../probe/index-needs.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { getReadEndSeconds } from '../plan/piece-window.ts';
import { listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, encodePieces, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

/** Compares the first pieces of a clip with those that are encoded before the rest has arrived. */
async function compareArriving(path: string): Promise<void> {
  const plan = planStream(await probeSource(tools, path), DEFAULT_LADDER);
  await using source = await openByteSource(path);
  const index = await readMp4Index(source);
  assert(index);
  const pieces = listPieces(plan, { deliveryModel: 'classic' }).filter(
    ({ kind }) => kind === 'video',
  );
  const [lead, last] = [pieces[0], pieces.at(-1)];
  assert(lead && last);
  const middle = { ...last, firstSegment: 3, lastSegment: 4 };
  assert.equal(getReadEndSeconds(plan, last), Infinity, 'the last piece needs all');
  const bytes = await readFile(path);
  for (const piece of [lead, middle]) {
    const needed = prepareNeededBytes(index)(getReadEndSeconds(plan, piece));
    assert(needed < bytes.length * 0.95, 'and this one not');
    const arriving = join(folder, 'arriving.mp4');
    await writeFile(
      arriving,
      Buffer.concat([bytes.subarray(0, needed), Buffer.alloc(bytes.length - needed)]),
    );
    const [expected, actual] = [
      await encodePieces(tools, plan, [piece], path),
      await encodePieces(tools, plan, [piece], arriving),
    ];
    assert.deepEqual(actual, expected);
  }
}

test('a piece is encoded alike when all that it does not need of the source is missing', async () => {
  const args = `${testVideo('128x96', '25', 31)} ${tone(31)} ${X264} -bf 3 -g 125 -c:a aac`;
  await compareArriving(await makeClip(folder, 'whole.mp4', `${args} -movflags +faststart`));
});

for (const [mode, distance] of [
  ['constant', 90],
  ['variable', 55],
] as const)
  test(`so is one of slides at a ${mode} rate, whose reordered frames reach far beyond its end`, async () => {
    const slides = `select=lt(t\\,4)+not(mod(n\\,${distance}))+gt(t\\,55)`;
    const order = '-c:v libx264 -pix_fmt yuv420p -bf 3 -g 250 -movflags +faststart';
    const args = `${testVideo('128x96', '30', 70)} -vf ${slides} -fps_mode vfr ${order}`;
    const path = await makeClip(folder, `${mode}.mp4`, args);
    const plan = planStream(await probeSource(tools, path), DEFAULT_LADDER);
    assert.equal(plan.video?.timing.mode, mode);
    await compareArriving(path);
  });
