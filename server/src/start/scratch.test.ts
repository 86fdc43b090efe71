import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTemporaryFolder } from '../base/config.ts';
import { openScratch } from './scratch.ts';

test('temporary files of a killed worker go with the next start, those of a living one stay', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'kinora-test-'));
  const alive = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  const nameOf = (pid: number | undefined) => `kinora-worker-${hostname()}-${pid}`;
  const leave = setTemporaryFolder(outer);
  try {
    for (const name of [nameOf(alive.pid), nameOf(dead.pid), nameOf(process.pid), 'other-1']) {
      await mkdir(join(outer, name));
      await writeFile(join(outer, name, 'source'), 'bytes');
    }
    const close = await openScratch();
    const own = nameOf(process.pid);
    assert.deepEqual(
      (await readdir(outer)).toSorted(),
      [nameOf(alive.pid), own, 'other-1'].toSorted(),
    );
    assert.equal(tmpdir(), join(outer, own));
    assert.deepEqual(await readdir(tmpdir()), []);
    await close();
    assert.equal(tmpdir(), outer);
    assert.ok(!(await readdir(outer)).includes(own));
  } finally {
    alive.kill('SIGKILL');
    leave();
    await rm(outer, { recursive: true });
  }
});
