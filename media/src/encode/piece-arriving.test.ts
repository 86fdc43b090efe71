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

test('a piece is encoded alike when all that it does not need of the source is missing', async () => {
  const args = `${testVideo('128x96', '25', 31)} ${tone(31)} ${X264} -bf 3 -g 125 -c:a aac`;
  const path = await makeClip(folder, 'whole.mp4', `${args} -movflags +faststart`);
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
});
