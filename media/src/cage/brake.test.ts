import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import { createBrake } from './brake.ts';
import { defaultLadder } from '../plan/ladder.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, encodePieces, makeClip, pictures, testFolder } from '../test-clips.ts';
import { findMediaTools } from './tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

/** One letter, proc_pid_stat(5): T is halted. */
const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0];

async function untilState(pids: number[], isHalted: boolean): Promise<void> {
  const areSo = () => pids.every((pid) => (stateOf(pid) === 'T') === isHalted);
  await until(`${pids.join(' and ')} to ${isHalted ? 'halt' : 'go on'}`, areSo, { everyMs: 5 });
}

test('a brake halts a process with what it started, and lets all go on', async () => {
  const script = 'setInterval(() => {}, 1000); console.log(process.pid)';
  const nested = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: 'inherit' });
    setInterval(() => {}, 1000)`;
  const outer = spawn(process.execPath, ['-e', nested], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(outer.stdout, 'data')) as [Buffer];
  const pids = [outer.pid ?? 0, Number(String(line))];
  try {
    const brake = createBrake();
    const unfollow = brake.follow(pids[0] ?? 0);
    assert.equal(brake.isOn(), false);
    brake.turn(true);
    await untilState(pids, true);
    assert.ok(brake.isOn());
    brake.turn(false);
    await untilState(pids, false);
    const held = brake.heldMs();
    assert.ok(held > 0);
    await setTimeout(20);
    assert.equal(brake.heldMs(), held);
    unfollow();
    brake.turn(true);
    await setTimeout(50);
    await untilState(pids, false);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  }
});

test('an encode that is begun under a brake waits, and comes out as any other', async (t) => {
  if (tools.sandbox !== 'bubblewrap') return t.skip('only what ends with us is halted');
  const path = await makeClip(folder, 'clip.mp4', `${pictures('128x96', '25', 4)} ${X264}`);
  const plan = planStream(await probeSource(tools, path), defaultLadder);
  const renditionIds = plan.video?.renditions.map(({ id }) => id) ?? [];
  const piece = { kind: 'video', renditionIds, firstSegment: 1, lastSegment: 1 } as const;
  const free = await encodePieces(tools, plan, [piece], path);
  const brake = createBrake();
  brake.turn(true);
  let isDone = false;
  const stallMs = 4000;
  const done = encodePieces(tools, plan, [piece], path, { brake, stallMs });
  void done.finally(() => (isDone = true));
  await until('it to be halted for longer', () => isDone || brake.heldMs() > stallMs + 500);
  assert.equal(isDone, false, 'and this is no stall');
  brake.turn(false);
  assert.deepEqual(await done, free);
});
