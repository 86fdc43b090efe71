// `npm start`: brings a fresh machine to where the product runs, then hands over to Node 24.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildStaleApps } from './build.mjs';
import { installPackages, MissingError, pinnedEnv, pinnedNode, root } from './install.mjs';
import { findMissing, installSystemPackages } from './system-packages.mjs';

try {
  const isFresh = installPackages();
  // The sandbox is optional: tried once, not at every start of a machine that can't have it.
  const mayInstall = isFresh || findMissing(['ffmpeg']).length > 0;
  installSystemPackages(['ffmpeg'], mayInstall ? ['bubblewrap'] : []);
  const failed = await buildStaleApps();
  if (failed.length > 0) throw new MissingError(`Could not build: ${failed.join(', ')}.`);
  handOver();
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function handOver() {
  const entry = join(root, 'server/src/start/all.ts');
  const child = spawn(pinnedNode, [entry, ...process.argv.slice(2)], {
    cwd: root,
    env: pinnedEnv({
      NODE_ENV: process.env.NODE_ENV || 'production',
      // Compiled code is kept: half the processor time until /readyz.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    }),
    // Over the channel the product sees it when this process is killed, and stops too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  const sent = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C reaches the whole group from the terminal, and npm sends it a second time.
      const childHasIt = signal === 'SIGINT' && process.stdin.isTTY;
      if (childHasIt || sent.has(signal)) return;
      sent.add(signal);
      child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`Node 24 could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

// npm passes SIGINT and SIGTERM on, but nothing when it is killed itself: the product would keep
// its ports, and the next start would fail.
function stopWithParent(child) {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 1000);
  timer.unref();
}
