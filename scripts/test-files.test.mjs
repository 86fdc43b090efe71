import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTestFiles, runTestFile } from './test-files.mjs';
import { watchPlaces } from './watched-places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kinora-test-files-'));
after(() => rmSync(folder, { recursive: true }));

function write(file, text = '') {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

async function run(text, timeoutMs = 30_000) {
  write('made-up.mjs', `import { describe, it, before } from 'node:test';\n${text}`);
  return await runTestFile(folder, 'made-up.mjs', { timeoutMs });
}

describe('runTestFile', () => {
  it('counts tests, not suites, and names a failing one by its path', async () => {
    const { passed, skipped, failures } = await run(
      `describe('a', () => { it('b', () => {}); it('c', () => { throw new Error('why'); }); it.skip('d'); });`,
    );
    assert.deepEqual([passed, skipped, failures.length], [1, 1, 1]);
    assert.equal(failures[0].name, 'a › c');
    assert.match(failures[0].error, /Error: why/);
  });

  it('counts a failing hook, whose suite has no test that fails by itself', async () => {
    const { failures } = await run(
      `describe('a', () => { before(() => { throw new Error('hook'); }); it('b', () => {}); });`,
    );
    assert.ok(failures.some(({ name, error }) => name === 'a' && /hook/.test(error)));
  });

  it('counts a crash as a failure although every test passed', async () => {
    const { passed, failures } = await run(
      `it('a', () => {}); setTimeout(() => { console.error('last words'); process.exit(3); }, 100);`,
    );
    assert.equal(passed, 1);
    assert.deepEqual(failures, [{ name: 'the file ended with code 3', error: 'last words' }]);
  });

  it('gives a temporary folder of its own, which goes with what is left in it', async () => {
    const told = join(folder, 'told');
    const { failures } = await run(
      `import { mkdtempSync, writeFileSync } from 'node:fs';
       import { tmpdir } from 'node:os';
       it('a', () => writeFileSync('${told}', mkdtempSync(tmpdir() + '/left-')));`,
    );
    assert.deepEqual(failures, []);
    const left = readFileSync(told, 'utf8');
    assert.notEqual(dirname(left), tmpdir());
    assert.equal(existsSync(dirname(left)), false);
  });

  it('counts a file that writes into its home as a failure', async () => {
    const text = `import { homedir } from 'node:os';
      import { writeFileSync } from 'node:fs';
      it('a', () => writeFileSync(homedir() + '/stray', ''));`;
    const { failures } = await run(text);
    const name = 'the file wrote into its home';
    assert.deepEqual(failures, [{ name, error: 'stray' }]);
  });

  it('counts a file that leaves what it may not remove as a failure, and goes on', async (t) => {
    if (process.getuid() === 0) return t.skip('root removes everything');
    const told = join(folder, 'told');
    const text = `import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      it('a', () => {
        mkdirSync(tmpdir() + '/closed');
        writeFileSync('${told}', tmpdir());
        writeFileSync(tmpdir() + '/closed/b', '');
        chmodSync(tmpdir() + '/closed', 0o500);
      });`;
    const { failures } = await run(text);
    assert.deepEqual(
      failures.map(({ name }) => name),
      ['the file left what can’t be removed'],
    );
    const left = readFileSync(told, 'utf8');
    chmodSync(join(left, 'closed'), 0o700);
    rmSync(dirname(left), { recursive: true });
  });

  it('counts a file without a test as a failure', async () => {
    const { failures } = await run('');
    assert.deepEqual(failures, [{ name: 'the file holds no test', error: '' }]);
  });

  it('says when all tests ended and something they opened did not', async () => {
    const { passed, failures } = await run(
      `it('a', () => void setInterval(() => {}, 1000));`,
      1500,
    );
    assert.equal(passed, 1);
    assert.match(failures[0].error, /still running: none, something that one of them opened/);
  });

  it('kills a file that hangs, with the processes it started', async () => {
    const ticks = join(folder, 'ticks');
    const { failures } = await run(
      `import { spawn } from 'node:child_process';
       spawn('sh', ['-c', 'while :; do echo tick >> ${ticks}; sleep 0.02; done'], { stdio: 'inherit' });
       it('a', () => new Promise(() => setInterval(() => {}, 1000)));`,
      1500,
    );
    const error = 'still running: a';
    assert.deepEqual(failures, [{ name: 'the file did not end within 1.5 s', error }]);
    const sizeAtEnd = statSync(ticks).size;
    await sleep(200);
    assert.equal(statSync(ticks).size, sizeAtEnd);
  });
});

describe('findTestFiles', () => {
  it('finds tests below folders, each once, and tells those that drive a browser', () => {
    for (const file of ['t/b.test.ts', 't/a.e2e.ts', 't/c.browser.test.ts', 't/d.ts']) write(file);
    write('t/node_modules/x.test.ts');
    assert.deepEqual(findTestFiles(folder, ['t', 't/b.test.ts']), [
      { file: 't/a.e2e.ts', inBrowser: true },
      { file: 't/b.test.ts', inBrowser: false },
      { file: 't/c.browser.test.ts', inBrowser: true },
    ]);
  });
});

describe('watchPlaces', () => {
  it('names what has come into the checkout, but for what is made there', () => {
    write('checkout/src/a.ts');
    const findStrays = watchPlaces(join(folder, 'checkout'));
    for (const path of [
      'dist/a.js',
      'src/node_modules/b.js',
      'var/c',
      'a.tsbuildinfo',
      'src/.a.ts.swp',
    ]) {
      write(`checkout/${path}`);
    }
    assert.deepEqual(findStrays(), []);
    write('checkout/src/outbox/mail');
    assert.deepEqual(findStrays(), ['src/outbox', 'src/outbox/mail']);
  });
});
