import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'kinora-after-all-'));
after(() => rm(folder, { recursive: true }));

// As shared-product.ts does it.
const SHARED = `
import { afterAllFiles } from '${new URL('after-all-files.ts', import.meta.url).href}';
let starting;
export async function join() {
  starting ??= new Promise((resolve) => setTimeout(resolve, 20)).then(() => {
    afterAllFiles(async () => console.log('# stop'));
  });
  return await starting;
}`;
const FILE = `
import { after, test } from 'node:test';
import { join } from './shared.mjs';
await join();
after(() => console.log('# after ' + name));
test('in ' + name, () => console.log('# test ' + name));`;
const MAIN = `
import { test } from 'node:test';
for (const file of process.argv.slice(2)) void test(file, async () => { await import(file); });`;

async function runFiles(...names: string[]): Promise<string[]> {
  await writeFile(join(folder, 'shared.mjs'), SHARED);
  await writeFile(join(folder, 'main.mjs'), MAIN);
  for (const name of names)
    await writeFile(join(folder, `${name}.mjs`), `const name = '${name}';${FILE}`);
  const args = [join(folder, 'main.mjs'), ...names.map((name) => `./${name}.mjs`)];
  const options = ['--test-reporter', 'spec'];
  // Under node --test it would report to that runner.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout } = await run(process.execPath, [...options, ...args], { env });
  return stdout.split('\n').flatMap((line) => /# .+|✔ in \w+/.exec(line)?.[0] ?? []);
}

test('what files share ends behind the last of them, and each keeps its tests and hooks', async () => {
  const lines = await runFiles('one', 'two');
  assert.deepEqual(
    lines.filter((line) => line.startsWith('#')),
    ['# test one', '# after one', '# test two', '# after two', '# stop'],
  );
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('#')),
    ['✔ in one', '✔ in two'],
  );
});
