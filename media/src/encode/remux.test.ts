import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { remuxSource } from './remux.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

const PACKET = 188;
const AUDIO_PID = 0x101;

/** Returns the seconds of a damaged transport stream, as probed, and as copied into another container. */
async function copied(name: string, damage: (clip: Buffer) => Buffer): Promise<[number, number]> {
  const made = `${testVideo('96x64', '25', 12)} ${tone(12)} ${X264} -g 25 -c:a aac`;
  const clip = await readFile(await makeClip(folder, 'whole.ts', made));
  const path = join(folder, name);
  await writeFile(path, damage(clip));
  const probe = await probeSource(tools, path);
  const plan = planStream(probe, DEFAULT_LADDER);
  assert.equal(plan.access, 'remux');
  const indexed = join(folder, `${name}.indexed`);
  await remuxSource(tools, plan, path, indexed);
  return [probe.durationMs / 1000, (await probeSource(tools, indexed)).durationMs / 1000];
}

test('a transport stream is read and copied beyond a hole of any length', async () => {
  const [seconds, indexed] = await copied('hole.ts', (clip) => {
    const middle = PACKET * Math.floor(clip.length / PACKET / 2);
    return Buffer.concat([clip.subarray(0, middle), Buffer.alloc(300_000), clip.subarray(middle)]);
  });
  assert(seconds > 11.5, `${seconds} s`);
  assert(Math.abs(seconds - indexed) < 0.5, `${seconds} s, copied ${indexed} s`);
});

test('audio that can’t be read is left out of the copy, and doesn’t end it', async () => {
  const [seconds, indexed] = await copied('audio.ts', (clip) => {
    let packets = 0;
    for (let at = 0; at < clip.length; at += PACKET) {
      if ((clip.readUInt16BE(at + 1) & 0x1fff) !== AUDIO_PID) continue;
      packets += 1;
      if (packets % 40 === 20) clip.fill(0x55, at + 60, at + PACKET);
    }
    return clip;
  });
  assert(Math.abs(seconds - indexed) < 0.5, `${seconds} s, copied ${indexed} s`);
});

for (const rate of ['24', '30000/1001', '60'])
  test(`frames of ${rate} that are shown out of order last as long in the copy`, async () => {
    const made = `${testVideo('96x64', rate, 3)} ${X264} -g 30 -bf 2`;
    const path = await makeClip(folder, 'reordered.ts', made);
    const probe = await probeSource(tools, path);
    const indexed = join(folder, 'reordered.indexed');
    await remuxSource(tools, planStream(probe, DEFAULT_LADDER), path, indexed);
    const copy = (await probeSource(tools, indexed)).video ?? assert.fail();
    const video = probe.video ?? assert.fail();
    assert.equal(copy.frames.ticks.length, video.frames.ticks.length);
    const [seconds, copied] = [video, copy].map((one) => one.endSeconds - one.startSeconds);
    assert(Math.abs((copied ?? 0) - (seconds ?? 0)) < 0.001, `${seconds} s, copied ${copied} s`);
  });
