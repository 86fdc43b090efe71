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
import { findTestFiles, runTestFiles } from './test-files.mjs';
import { watchPlaces } from './watched-places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kinora-test-files-'));
after(() => rmSync(folder, { recursive: true }));

function write(file, text = '') {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

async function run(text, timeoutMs = 30_000) {
  write('made-up.mjs', `import { describe, it, before } from 'node:test';\n${text}`);
  const [result] = await runTestFiles(folder, ['made-up.mjs'], { timeoutMs });
  return result;
}

describe('runTestFiles', () => {
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

  it('ends what a failed file left open, and waits for one that passed', async () => {
    const open = `import { createServer } from 'node:http'; createServer().listen(0);`;
    const failed = await run(`${open} it('a', () => { throw new Error('why'); });`);
    assert.deepEqual(
      failed.failures.map(({ name }) => name),
      ['a'],
    );
    const passed = await run(`${open} it('a', () => {});`, 7000);
    assert.match(passed.failures[0].name, /did not end within 7 s/);
  });
});

describe('runTestFiles with several', () => {
  /** Half a second of a core, as a program. */
  const burn =
    'let n = 0; while (process.cpuUsage().user < 500_000) for (let m = 0; m < 1e6; m += 1) n += m;';
  const runAll = async (texts) => {
    const files = Object.keys(texts).map((name) => `${name}.mjs`);
    for (const [name, text] of Object.entries(texts)) {
      write(`${name}.mjs`, `import { after, before, beforeEach, it } from 'node:test';\n${text}`);
    }
    return await runTestFiles(folder, files, { timeoutMs: 30_000 });
  };

  it('runs one after the other, each with its own hooks, and names whose a failure is', async () => {
    const results = await runAll({
      first: `globalThis.said = ['loads'];
        beforeEach(() => said.push('before each'));
        after(() => said.push('ends'));
        it('a', () => said.push('a'));`,
      second: `import assert from 'node:assert';
        it('b', () => assert.deepEqual(said, ['loads', 'before each', 'a', 'ends']));
        it('c', () => { throw new Error('why'); });`,
      third: `before(() => { throw new Error('hook'); });
        it('d', () => {});`,
      fourth: `import './nothing-there.mjs';`,
      fifth: '',
    });
    const found = results.map(({ file, passed, failures }) => {
      return [file, passed, failures.map(({ name, error }) => [name, error.split('\n', 1)[0]])];
    });
    assert.deepEqual(found.slice(0, 2), [
      ['first.mjs', 1, []],
      ['second.mjs', 1, [['c', 'Error: why']]],
    ]);
    assert.match(JSON.stringify(found[2]), /hook/);
    assert.match(JSON.stringify(found[3]), /nothing-there/);
    assert.deepEqual(found[4], ['fifth.mjs', 0, [['the file holds no test', '']]]);
  });

  it('names the file in which the process ended, and those that did not run', async () => {
    const results = await runAll({
      first: `it('a', () => {});`,
      second: `it('b', () => { console.error('last words'); process.exit(3); });`,
      third: `it('c', () => {});`,
    });
    assert.deepEqual(
      results.map(({ failures }) => failures),
      [
        [],
        [{ name: 'the file ended with code 3', error: 'last words' }],
        [{ name: 'the file did not run', error: 'the process ended in second.mjs' }],
      ],
    );
  });

  it('gives each a home and a temporary folder of its own', async () => {
    const text = `import { homedir, tmpdir } from 'node:os';
      import { readdirSync, writeFileSync } from 'node:fs';
      it('a', () => {
        if (readdirSync(tmpdir()).length > 0) throw new Error('of another');
        writeFileSync(tmpdir() + '/own', '');
      });`;
    const stray = `${text}\nit('b', () => writeFileSync(homedir() + '/stray', ''));`;
    const results = await runAll({ first: text, second: stray, third: text });
    assert.deepEqual(
      results.map(({ failures }) => failures),
      [[], [{ name: 'the file wrote into its home', error: 'stray' }], []],
    );
  });

  it('fails a file that leaves the process changed for those behind it', async () => {
    const results = await runAll({
      first: `process.env.LEFT = '1'; it('a', () => {});`,
      second: `import { mock } from 'node:test'; mock.timers.enable(); it('b', () => {});`,
      third: `import assert from 'node:assert';
        it('c', () => assert.ok(Date.now() > 0));
        const { Date: real } = globalThis;
        before(() => (globalThis.Date = null));
        after(() => (globalThis.Date = real));`,
      fourth: `// alone: to see that it may\nprocess.env.ALONE = '1'; it('d', () => {});`,
    });
    const error = `it changed LEFT: put it back, or say "// alone: why"`;
    const [first, ...others] = results.map(({ failures }) => failures);
    assert.deepEqual(
      first.map(({ name }) => name),
      ['the file itself'],
    );
    assert.ok(first[0].error.includes(error), first[0].error);
    assert.deepEqual(others, [[], [], []]);
  });

  it('counts what each takes of the cores, with what it starts', async () => {
    const results = await runAll({
      first: `it('a', () => {});`,
      second: `import { spawnSync } from 'node:child_process';
        it('b', () => spawnSync(process.execPath, ['-e', '${burn}']));`,
    });
    const [first, second] = results.map(({ cpuMs }) => cpuMs);
    assert.ok(second >= 500 && first < second, `${first} ${second}`);
  });

  it('counts what a process takes that files share, and goes on behind them', async () => {
    const again = burn.replace('500_000', '1_000_000');
    const results = await runAll({
      first: `import { spawn } from 'node:child_process';
        import { once } from 'node:events';
        const program = "${burn} console.log('1'); process.stdin.once('data', () => { ${again} process.exit(); })";
        it('a', async () => {
          globalThis.shared = spawn(process.execPath, ['-e', program]);
          await once(shared.stdout, 'data');
        });`,
      second: `it('b', () => {});`,
      third: `import { once } from 'node:events';
        it('c', async () => {
          shared.stdin.write('go');
          await once(shared, 'exit');
        });`,
    });
    assert.deepEqual(
      results.flatMap(({ failures }) => failures),
      [],
    );
    const [first, second, third] = results.map(({ cpuMs }) => cpuMs);
    const all = `${first} ${second} ${third}`;
    assert.ok(first >= 500 && second < 300 && third >= 300 && third < 900, all);
  });

  it('counts what runs in a session of its own and is never waited for', async () => {
    const [{ cpuMs, peakBytes }] = await runAll({
      only: `import { spawn } from 'node:child_process';
        import { once } from 'node:events';
        const program = "${burn} console.log('done'); setInterval(() => {}, 1000)";
        it('a', async () => {
          const child = spawn(process.execPath, ['-e', program], { detached: true });
          await once(child.stdout, 'data');
          await new Promise((resolve) => setTimeout(resolve, 3000));
          process.kill(-child.pid, 'SIGKILL');
          process.kill(process.pid, 'SIGKILL');
        });`,
    });
    assert.ok(cpuMs >= 500 && peakBytes > 10_000_000, `${cpuMs} ${peakBytes}`);
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
