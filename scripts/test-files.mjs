import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedEnv, pinnedNode } from './install.mjs';

const reporter = fileURLToPath(new URL('test-reporter.mjs', import.meta.url));
const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'var', '.git']);
const keptOutputChars = 20_000;
/** Processes of test files, each the leader of a session, and what they run. */
const running = new Map();

/**
 * The test files below `paths` (files or folders), relative to `folder` and sorted. `inBrowser`
 * ones drive the whole product: they come last, and may take longer.
 * @returns {{file: string, inBrowser: boolean}[]}
 */
export function findTestFiles(folder, paths) {
  const files = paths.flatMap((path) => listFiles(resolve(folder, path)));
  const names = [...new Set(files)].map((path) => relative(folder, path));
  return names
    .filter((file) => /\.(test|e2e)\.(ts|mjs)$/.test(file))
    .sort((a, b) => (a < b ? -1 : 1))
    .map((file) => ({ file, inBrowser: /\.(browser\.test|e2e)\.ts$/.test(file) }));
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skippedFolders.has(entry.name))
    .flatMap((entry) => listFiles(join(path, entry.name)));
}

/**
 * Runs one test file in a process of its own and counts what it reports. A file that crashes,
 * runs past `timeoutMs` or holds no test is a failure more. It has a temporary folder and a home of
 * its own, which go with it; one that writes into its home is a failure too.
 * @returns {Promise<{file: string, passed: number, skipped: number, durationMs: number,
 *   failures: {name: string, error: string}[]}>}
 */
export async function runTestFile(folder, file, { timeoutMs, env = {} }) {
  const scratch = makeScratch();
  const results = join(scratch.folder, 'results.jsonl');
  const startedAt = performance.now();
  const own = { ...env, TMPDIR: scratch.temporary, HOME: scratch.home };
  const ended = await runToEnd(folder, file, { results, timeoutMs, env: own });
  const lines = readLines(results);
  const tests = lines.filter((line) => line.outcome);
  const strays = readdirSync(scratch.home);
  const leftovers = clear(scratch.folder);
  const failures = tests.filter((test) => test.outcome === 'failed');
  const count = (outcome) => tests.filter((test) => test.outcome === outcome).length;
  return {
    file,
    passed: count('passed'),
    skipped: count('skipped'),
    durationMs: performance.now() - startedAt,
    failures: [
      ...failures,
      ...judgeEnd(ended, lines, timeoutMs),
      ...judgeHome(strays),
      ...leftovers,
    ],
  };
}

function makeScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-run-'));
  const scratch = { folder, temporary: join(folder, 'tmp'), home: join(folder, 'home') };
  for (const path of [scratch.temporary, scratch.home]) mkdirSync(path);
  // Some tests act as another user.
  chmodSync(folder, 0o755);
  for (const path of [scratch.temporary, scratch.home]) chmodSync(path, 0o1777);
  return scratch;
}

/** A test may have closed a folder behind itself, which is its fault and not the run's. */
function clear(folder) {
  try {
    // Processes of a test may still be ending.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    return [];
  } catch (error) {
    return [{ name: 'the file left what can’t be removed', error: error.message }];
  }
}

function judgeHome(strays) {
  if (strays.length === 0) return [];
  return [{ name: 'the file wrote into its home', error: strays.join(', ') }];
}

function judgeEnd(ended, lines, timeoutMs) {
  const fail = (name, why = '') => [{ name, error: `${why}${ended.output}`.trimEnd() }];
  if (ended.timedOut) {
    const open = unfinished(lines).join(', ') || 'none, something that one of them opened';
    return fail(`the file did not end within ${timeoutMs / 1000} s`, `still running: ${open}\n`);
  }
  if (ended.code !== 0 && !lines.some((line) => line.outcome === 'failed')) {
    return fail(`the file ended with ${ended.signal ?? `code ${ended.code}`}`);
  }
  return lines.some((line) => line.outcome) ? [] : fail('the file holds no test');
}

function unfinished(lines) {
  const open = lines.flatMap((line) => line.started ?? []);
  for (const { ended } of lines) {
    if (open.includes(ended)) open.splice(open.indexOf(ended), 1);
  }
  return open;
}

function runToEnd(folder, file, { results, timeoutMs, env }) {
  const report = ['--test-reporter', reporter, '--test-reporter-destination', results];
  // A group of its own, so that what a test starts can be ended with it.
  const child = spawn(pinnedNode, [...report, file], {
    cwd: folder,
    // Under node --test the file would report to that runner.
    env: pinnedEnv({ NODE_TEST_CONTEXT: undefined, ...env }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, file);
  let output = '';
  const keep = (chunk) => (output = `${output}${chunk}`.slice(-keptOutputChars));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
  }, timeoutMs);
  return new Promise((resolveEnd) => {
    const end = (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolveEnd({ code, signal, timedOut, output });
    };
    child.on('error', (error) => {
      output += String(error);
      end(1, null);
    });
    child.on('exit', (code, signal) => {
      killGroup(child);
      // Output from before the end may still be in the pipe.
      setTimeout(() => end(code, signal), 50);
    });
  });
}

/**
 * The PostgreSQL that the test files of a run share, each with databases of its own; without it
 * each starts its own, which takes a second.
 * @returns {Promise<{url: string, stop: () => Promise<void>, findStrays: () => string[]}>}
 *   `findStrays`: its folder, which may be in memory, if it is there after the stop
 */
export async function startSharedPostgres() {
  const child = spawn(pinnedNode, [fileURLToPath(new URL('test-postgres.ts', import.meta.url))], {
    env: pinnedEnv(),
    // Out of reach of Ctrl-C in the terminal, so that it can end in order when we do.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended]);
  const { url, folder } = message[0] ?? {};
  if (!url) throw new Error('The PostgreSQL of the tests did not start; it says why above.');
  const stop = async () => {
    child.disconnect();
    await ended;
  };
  return { url, stop, findStrays: () => (existsSync(folder) ? [folder] : []) };
}

/** The test file whose process leads this session. */
export function findRunningFile(sessionId) {
  for (const [child, file] of running) if (child.pid === sessionId) return file;
  return undefined;
}

/** Ends all test processes that still run, with all they started. */
export function stopRunningTests() {
  for (const child of running.keys()) killGroup(child);
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}

function readLines(path) {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  // A killed process may leave half a line.
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}
