import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import { createSuspension } from './suspension.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, encodePieces, makeClip, testVideo, testFolder } from '../test-clips.ts';
import { findMediaTools } from './tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

/** The state is one letter; T is stopped (proc_pid_stat(5)). */
const getState = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0];

async function waitForState(pids: number[], isSuspended: boolean): Promise<void> {
  const areSo = () => pids.every((pid) => (getState(pid) === 'T') === isSuspended);
  await until(`${pids.join(' and ')} to ${isSuspended ? 'stop' : 'go on'}`, areSo, { everyMs: 5 });
}

test('a suspension stops a process with its children, and resumes them all', async () => {
  const script = 'setInterval(() => {}, 1000); console.log(process.pid)';
  const nested = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: 'inherit' });
    setInterval(() => {}, 1000)`;
  const outer = spawn(process.execPath, ['-e', nested], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(outer.stdout, 'data')) as [Buffer];
  const pids = [outer.pid ?? 0, Number(String(line))];
  try {
    const suspension = createSuspension();
    const remove = suspension.add(pids[0] ?? 0);
    assert.equal(suspension.isSuspended(), false);
    suspension.suspend();
    await waitForState(pids, true);
    assert.ok(suspension.isSuspended());
    suspension.resume();
    await waitForState(pids, false);
    const suspendedMs = suspension.suspendedMs();
    assert.ok(suspendedMs > 0);
    await setTimeout(20);
    assert.equal(suspension.suspendedMs(), suspendedMs);
    remove();
    suspension.suspend();
    await setTimeout(50);
    await waitForState(pids, false);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  }
});

test('an encode that starts suspended waits, and gives the same output as any other', async (t) => {
  if (tools.sandbox !== 'bubblewrap')
    return t.skip('only a process that ends with us can be suspended');
  const path = await makeClip(folder, 'clip.mp4', `${testVideo('128x96', '25', 4)} ${X264}`);
  const plan = planStream(await probeSource(tools, path), DEFAULT_LADDER);
  const renditionIds = plan.video?.renditions.map(({ id }) => id) ?? [];
  const piece = { kind: 'video', renditionIds, firstSegment: 1, lastSegment: 1 } as const;
  const free = await encodePieces(tools, plan, [piece], path);
  const suspension = createSuspension();
  suspension.suspend();
  let isDone = false;
  const stallMs = 4000;
  const done = encodePieces(tools, plan, [piece], path, { suspension, stallMs });
  void done.finally(() => (isDone = true));
  await until(
    'it to be suspended for longer',
    () => isDone || suspension.suspendedMs() > stallMs + 500,
  );
  assert.equal(isDone, false, 'and this is no stall');
  suspension.resume();
  assert.deepEqual(await done, free);
});
