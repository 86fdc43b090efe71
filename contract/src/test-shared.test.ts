import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { makeShared } from './test-shared.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'kinora-shared-test-'));
after(() => rm(folder, { recursive: true }));

test('what was made once is found again by its key', async () => {
  let made = 0;
  const write = (text: string) => (into: string) => {
    made += 1;
    return writeFile(join(into, 'a'), text);
  };
  const key = ['found again', 1];
  const paths = await Promise.all([makeShared(key, write('first')), makeShared(key, write('x'))]);
  assert.equal(paths[0], paths[1]);
  assert.equal(await readFile(join(paths[0], 'a'), 'utf8'), 'first');
  assert.notEqual(await makeShared(['found again', 2], write('second')), paths[0]);
  assert.equal(made, 2);
});

test('what failed leaves nothing, and is made by the next', async () => {
  const key = ['failing'];
  await assert.rejects(makeShared(key, () => Promise.reject(new Error('no'))));
  const path = await makeShared(key, (into) => writeFile(join(into, 'a'), 'yes'));
  assert.equal(await readFile(join(path, 'a'), 'utf8'), 'yes');
});

// Each waits in the middle, so that neither finds it whole.
const MAKER = `
  import { access, writeFile } from 'node:fs/promises';
  import { join } from 'node:path';
  import { makeShared } from '${new URL('test-shared.ts', import.meta.url).href}';
  const [me, other] = process.argv.slice(1);
  const isThere = (path) => access(path).then(() => true, () => false);
  const path = await makeShared(['by two'], async (into) => {
    await writeFile(join(into, 'half'), me);
    await writeFile(join('${folder}', me), '');
    while (!(await isThere(join('${folder}', other)))) await new Promise((resolve) => setTimeout(resolve, 5));
    await writeFile(join(into, 'whole'), me);
  });
  process.stdout.write(path);
`;

test('two processes that make the same at once get one whole result', async () => {
  const shared = await mkdtemp(join(folder, 'shared-'));
  const env = { ...process.env, TEST_SHARED_DIR: shared };
  const make = (me: string, other: string) =>
    run(process.execPath, ['--input-type=module', '-e', MAKER, '--', me, other], { env });
  const [one, two] = await Promise.all([make('one', 'two'), make('two', 'one')]);
  assert.equal(one.stdout, two.stdout);
  const [half, whole] = await Promise.all(
    ['half', 'whole'].map((name) => readFile(join(one.stdout, name), 'utf8')),
  );
  assert.equal(half, whole);
  assert.equal((await readdir(shared)).length, 1);
});
