import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';

test('a worker that comes first to an empty database makes no account there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-worker-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'all.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ROLES: 'worker', ALLOW_NO_SANDBOX: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  try {
    await until('the greeting', () => said.includes('Ctrl-C'));
    assert.match(said, /"migration":"0001/);
    assert.doesNotMatch(said, /password/i);
    assert.ok(!existsSync(join(folder, 'first-sign-in.txt')));
  } finally {
    child.kill('SIGINT');
    await exit;
    await rm(folder, { recursive: true });
  }
});
