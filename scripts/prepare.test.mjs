import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './install.mjs';

test('a fresh machine is told in one line what it lacks before any package is asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-fresh-'));
  for (const name of ['scripts', 'package.json', 'package-lock.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  // The search path holds neither ffmpeg nor npm nor apt.
  mkdirSync(join(folder, 'bin'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
    cwd: folder,
    env: { PATH: join(folder, 'bin') },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^Kinora needs ffmpeg, which is not installed here: .*\n$/);
  assert.equal(stdout, '');
  assert.ok(!existsSync(join(folder, 'node_modules')));
  rmSync(folder, { recursive: true });
});
