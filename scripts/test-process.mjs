// The process of test files, run by test-files.mjs: `test-process.mjs SCRATCH FILE…` runs them one
// after the other, each as one test with its own ones below it. SCRATCH has a folder for each, and
// gets `starts.jsonl`, which says when each began and what all that runs here had used by then.
import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { asksToBeAlone } from './test-queue.mjs';
import { readUsage } from './test-usage.mjs';

const [scratch = '', ...files] = process.argv.slice(2);
for (const [at, file] of files.entries()) {
  void test(file, async (t) => {
    // Written at once and not by the reporter, which lags behind when the process ends by itself.
    noteStart(file);
    process.env.TMPDIR = join(scratch, String(at), 'tmp');
    process.env.HOME = join(scratch, String(at), 'home');
    const before = readSettings();
    await import(pathToFileURL(resolve(file)).href);
    if (asksToBeAlone('.', file)) return;
    // After the file's own hooks, which came before it.
    t.after(() => {
      mock.reset();
      const now = readSettings();
      const names = Object.keys({ ...before, ...now }).filter((name) => now[name] !== before[name]);
      if (names.length === 0) return;
      throw new Error(`it changed ${names.join(', ')}: put it back, or say "// alone: why"`);
    });
  });
}
process.on('exit', () => noteStart(null));

/** The settings that files sharing a process must leave unchanged. */
function readSettings() {
  const { Date, fetch, setTimeout, setInterval, setImmediate } = globalThis;
  const globals = { Date, fetch, setTimeout, setInterval, setImmediate };
  // sharp says by the last one where its library lies.
  const env = { ...process.env, VIPSHOME: undefined };
  return { ...globals, ...env, 'the working folder': process.cwd() };
}

function noteStart(file) {
  const { user, system } = process.cpuUsage();
  // Processes that files share outlive them.
  const { cpuMs } = readUsage([process.pid]).get(process.pid);
  const line = JSON.stringify({
    file,
    atMs: performance.now(),
    cpuMs: cpuMs || (user + system) / 1000,
  });
  appendFileSync(join(scratch, 'starts.jsonl'), `${line}\n`);
}
