import { spawn } from 'node:child_process';
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
import { pinnedEnv, pinnedNode, root } from './install.mjs';
import { followUsage } from './test-usage.mjs';

const reporter = fileURLToPath(new URL('test-reporter.mjs', import.meta.url));
const main = fileURLToPath(new URL('test-process.mjs', import.meta.url));
/** Compiled code is kept between runs, as loading is half the cost of a server's test file. */
const compiled = join(root, 'node_modules/.cache/compiled-tests');
const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'var', '.git']);
const keptOutputChars = 20_000;
const lookMs = 5000;
const RESULTS = 'results.jsonl';
const STARTS = 'starts.jsonl';
/** Processes of test files, each the leader of a session, and what they run. */
const running = new Map();

/**
 * The test files below `paths` (files or folders), relative to `folder` and sorted. `inBrowser`
 * ones drive the whole product: they come last, and may take longer.
 *
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
 * Runs test files in one process, one after the other, and counts what each reports. A file in which
 * the process ends or runs past `timeoutMs`, or that holds no test, is a failure more; those behind it
 * did not run. Each has a temporary folder and a home of its own, which go with the process; one that
 * writes into its home is a failure too.
 *
 * @returns {Promise<TestResult[]>}
 * @typedef {{file: string, passed: number, skipped: number, durationMs: number, cpuMs: number,
 *   peakBytes: number, failures: {name: string, error: string}[]}} TestResult
 */
export async function runTestFiles(folder, files, { timeoutMs, env = {} }) {
  const scratch = makeScratch(files);
  const ended = await runToEnd(folder, files, { scratch, timeoutMs, env });
  const starts = readLines(join(scratch, STARTS));
  const lines = readLines(join(scratch, RESULTS));
  const run = { last: findCurrent(starts) ?? files[0], starts, lines, ended, timeoutMs };
  const results = files.map((file, at) => {
    const { failures, ...counts } = countTests(file, lines);
    const own = join(scratch, String(at));
    return {
      file,
      ...counts,
      ...costOf(file, starts),
      peakBytes: ended.usage.peakBytes,
      failures: [
        ...failures,
        ...judgeEnd(file, run),
        ...judgeHome(join(own, 'home')),
        ...clear(own),
      ],
    };
  });
  clear(scratch);
  if (files.length > 1) return results;
  const cpuMs = Math.max(results[0].cpuMs, ended.usage.cpuMs);
  return [{ ...results[0], durationMs: ended.durationMs, cpuMs }];
}

/** A file is a test itself, which counts only where it fails by itself. */
function countTests(file, lines) {
  const results = lines.filter(({ path }) => path?.[0] === file);
  const count = (outcome) =>
    results.filter((each) => each.outcome === outcome && each.path.length > 1).length;
  const failures = results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ path, error }) => ({ name: path.slice(1).join(' › ') || 'the file itself', error }));
  return { passed: count('passed'), skipped: count('skipped'), failures };
}

/** Up to the start of the next, or to the end of the process. */
function costOf(file, starts) {
  const at = starts.findIndex((start) => start.file === file);
  const [from, to] = [starts[at], starts[at + 1]];
  if (!from || !to) return { durationMs: 0, cpuMs: 0 };
  return { durationMs: to.atMs - from.atMs, cpuMs: Math.max(0, to.cpuMs - from.cpuMs) };
}

/** A folder for each, with a temporary one and a home. */
function makeScratch(files) {
  const scratch = mkdtempSync(join(tmpdir(), 'kinora-run-'));
  // Some tests act as another user.
  chmodSync(scratch, 0o755);
  for (const at of files.keys()) {
    for (const name of ['tmp', 'home']) {
      const path = join(scratch, String(at), name);
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o1777);
    }
  }
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

function judgeHome(home) {
  const strays = readdirSync(home);
  if (strays.length === 0) return [];
  return [{ name: 'the file wrote into its home', error: strays.join(', ') }];
}

function judgeEnd(file, { last, starts, lines, ended, timeoutMs }) {
  const fail = (name, why = '') => [{ name, error: `${why}${ended.output}`.trimEnd() }];
  if (file === last && ended.timedOut) {
    const open = unfinished(lines).join(', ') || 'none, something that one of them opened';
    return fail(`the file did not end within ${timeoutMs / 1000} s`, `still running: ${open}\n`);
  }
  const isDone = lines.some((line) => line.ended === file && line.depth === 0);
  const isFailed = ended.code !== 0 && !lines.some((line) => line.outcome === 'failed');
  if (file === last && (!isDone || isFailed)) {
    return fail(`the file ended with ${ended.signal ?? `code ${ended.code}`}`);
  }
  if (file !== last && !starts.some((start) => start.file === file)) {
    return [{ name: 'the file did not run', error: `the process ended in ${last}` }];
  }
  const holdsTest = lines.some(({ path, outcome }) => {
    return path?.[0] === file && (path.length > 1 || outcome === 'failed');
  });
  // The reporter is behind where the process ended by itself.
  return isDone && !holdsTest ? [{ name: 'the file holds no test', error: '' }] : [];
}

/** Tests inside files, by their titles. */
function unfinished(lines) {
  const inside = lines.filter(({ depth }) => depth > 0);
  const open = inside.flatMap((line) => line.started ?? []);
  for (const { ended } of inside) {
    if (open.includes(ended)) open.splice(open.indexOf(ended), 1);
  }
  return open;
}

function runToEnd(folder, files, { scratch, timeoutMs, env }) {
  const results = join(scratch, RESULTS);
  const report = ['--test-reporter', reporter, '--test-reporter-destination', results];
  const startedAt = performance.now();
  // A group of its own, so that what a test starts can be ended with it.
  const child = spawn(pinnedNode, [...report, main, scratch, ...files], {
    cwd: folder,
    // Under node --test the file would report to that runner.
    env: pinnedEnv({ NODE_TEST_CONTEXT: undefined, NODE_COMPILE_CACHE: compiled, ...env }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, join(scratch, STARTS));
  const endUsage = followUsage(child.pid);
  let output = '';
  const keep = (chunk) => (output = `${output}${chunk}`.slice(-keptOutputChars));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const endLimit = limitTime(child, timeoutMs);
  // A test that failed half-way may leave something open, which is not a fault of its own.
  const look = setInterval(() => hasFailed(files, results) && killGroup(child), lookMs);
  return new Promise((resolveEnd) => {
    const end = (code, signal) => {
      clearInterval(look);
      const timedOut = endLimit();
      running.delete(child);
      const durationMs = performance.now() - startedAt;
      resolveEnd({ code, signal, timedOut, output, durationMs, usage: endUsage() });
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
 * Kills a process when one of its files has run for too long.
 *
 * @returns {() => boolean} ends this, and says whether it did
 */
function limitTime(child, timeoutMs) {
  let timedOut = false;
  const judge = () => {
    const starts = running.get(child);
    const leftMs = existsSync(starts) ? timeoutMs - (Date.now() - statSync(starts).mtimeMs) : 0;
    timedOut = leftMs <= 0;
    if (timedOut) killGroup(child);
    else timer = setTimeout(judge, leftMs);
  };
  let timer = setTimeout(judge, timeoutMs);
  return () => {
    clearTimeout(timer);
    return timedOut;
  };
}

/** Says that all files have ended, and not well. */
function hasFailed(files, results) {
  const lines = readLines(results);
  const ended = lines.filter((line) => line.depth === 0 && files.includes(line.ended));
  return ended.length === files.length && lines.some(({ outcome }) => outcome === 'failed');
}

/** The test file that runs in the process which leads this session. */
export function findRunningFile(sessionId) {
  for (const [child, starts] of running) {
    if (child.pid === sessionId) return findCurrent(readLines(starts));
  }
  return undefined;
}

function findCurrent(starts) {
  return starts.findLast(({ file }) => file !== null)?.file;
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
