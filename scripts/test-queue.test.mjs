import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { planBundles, runQueue } from './test-queue.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kinora-queue-'));
after(() => rmSync(folder, { recursive: true }));

/** Plans files of so many seconds, each with a text. */
function plan(known, { cores = 2, texts = {} } = {}) {
  for (const file of Object.keys(known)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), texts[file] ?? '');
  }
  const files = Object.keys(known).map((file) => ({ file, inBrowser: /browser|e2e/.test(file) }));
  const times = Object.entries(known).map(([file, seconds]) => [
    file,
    { seconds, cpuSeconds: seconds / 2 },
  ]);
  return planBundles(folder, files, Object.fromEntries(times), cores);
}

const filesOf = (bundles) => bundles.map(({ files }) => files.join(' '));

describe('planBundles', () => {
  it('puts short files of a root folder together, and leaves the others alone', () => {
    const bundles = plan(
      {
        'a/1.test.ts': 1,
        'a/2.browser.test.ts': 300,
        'a/3.test.ts': 1,
        'a/4.test.ts': 30,
        'a/5.test.ts': 1,
        'a/6.test.ts': 1,
        'b/1.test.ts': 1,
      },
      { texts: { 'a/5.test.ts': '// alone: it has reasons\n' } },
    );
    assert.deepEqual(filesOf(bundles), [
      'a/1.test.ts a/3.test.ts a/6.test.ts',
      'a/2.browser.test.ts',
      'a/4.test.ts',
      'a/5.test.ts',
      'b/1.test.ts',
    ]);
    assert.deepEqual(
      bundles.map(({ seconds, share }) => [seconds, share]),
      [
        [3, 0.5],
        [300, 1],
        [30, 0.5],
        [1, 0.5],
        [1, 0.5],
      ],
    );
  });

  it('has as many processes for files that share a product as may have a browser', () => {
    const names = Array.from({ length: 6 }, (_, n) => `e/${n}.e2e.ts`);
    const text = 'const { browser } = await startForTests();';
    const texts = Object.fromEntries(names.map((name) => [name, text]));
    const known = Object.fromEntries(names.map((name) => [name, 90]));
    const bundles = plan({ ...known, 'e/own.e2e.ts': 90 }, { texts });
    assert.deepEqual(filesOf(bundles), [
      'e/0.e2e.ts e/2.e2e.ts e/4.e2e.ts',
      'e/1.e2e.ts e/3.e2e.ts e/5.e2e.ts',
      'e/own.e2e.ts',
    ]);
    assert.ok(bundles.every(({ inBrowser }) => inBrowser));
  });

  it('makes no bundle longer than the parts of a run that its lanes can share', () => {
    const names = Array.from({ length: 32 }, (_, n) => [
      `c/${String(n).padStart(2, '0')}.test.ts`,
      1,
    ]);
    assert.equal(plan(Object.fromEntries(names)).length, 8);
    assert.equal(plan(Object.fromEntries(names.slice(0, 4))).length, 4);
  });

  it('guesses unrecorded times', () => {
    writeFileSync(join(folder, 'new.test.ts'), '');
    const [bundle] = planBundles(folder, [{ file: 'new.test.ts', inBrowser: false }], {}, 2);
    assert.ok(bundle.seconds > 0 && bundle.share > 0);
  });
});

describe('runQueue', () => {
  /** Runs all, ending one after the other, and answers which ran together at each start. */
  async function follow(bundles, cores = 2) {
    const open = new Map();
    const seen = [];
    const queue = runQueue(bundles, cores, async ({ name }) => {
      await new Promise((resolve) => {
        open.set(name, resolve);
        seen.push([...open.keys()].join(' '));
      });
      open.delete(name);
    });
    while (seen.length < bundles.length || open.size > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      open.values().next().value?.();
    }
    await queue;
    return seen;
  }

  const bundle = (name, seconds, share, inBrowser = false) => ({ name, seconds, share, inBrowser });

  it('starts the longest first, and as many as the cores are busy with', async () => {
    const seen = await follow([
      bundle('short', 1, 1),
      bundle('long', 9, 1),
      bundle('waiting', 8, 0.1),
      bundle('middle', 5, 1),
    ]);
    assert.deepEqual(seen, ['long', 'long waiting', 'long waiting middle', 'waiting middle short']);
  });

  it('has one run that asks for more than there is, five at most and two with a browser', async () => {
    assert.deepEqual(await follow([bundle('a', 2, 9), bundle('b', 1, 9)]), ['a', 'b']);
    const light = Array.from({ length: 6 }, (_, n) => bundle(String(n), 9 - n, 0));
    assert.deepEqual((await follow(light)).slice(-2), ['0 1 2 3 4', '1 2 3 4 5']);
    const browsers = ['a', 'b', 'c'].map((name, n) => bundle(name, 9 - n, 0, true));
    const seen = await follow([...browsers, bundle('d', 1, 0)]);
    assert.deepEqual(seen, ['a', 'a b', 'a b d', 'b d c']);
  });

  it('ends with the fault of one that could not run', async () => {
    const failing = runQueue([bundle('a', 1, 1)], 2, () => Promise.reject(new Error('no')));
    await assert.rejects(failing, /no/);
  });
});
