// The process of test files, run by test-files.mjs: `test-process.mjs SCRATCH FILE…` runs them one
// after the other, each as one test with its own ones below it. SCRATCH has a folder for each, and
// gets `starts.jsonl`, which says when each began and what the process had used by then.
import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readProcess } from './processes.mjs';

const [scratch = '', ...files] = process.argv.slice(2);
for (const [at, file] of files.entries()) {
  void test(file, async () => {
    // At once, and not by the reporter, which is behind when the process ends by itself.
    noteStart(file);
    process.env.TMPDIR = join(scratch, String(at), 'tmp');
    process.env.HOME = join(scratch, String(at), 'home');
    await import(pathToFileURL(resolve(file)).href);
  });
}
process.on('exit', () => noteStart(null));

function noteStart(file) {
  const { user, system } = process.cpuUsage();
  const cpuMs = readProcess('self')?.cpuMs ?? (user + system) / 1000;
  const line = JSON.stringify({ file, atMs: performance.now(), cpuMs });
  appendFileSync(join(scratch, 'starts.jsonl'), `${line}\n`);
}
