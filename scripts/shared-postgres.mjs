import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pinnedEnv, pinnedNode } from './install.mjs';

/**
 * The PostgreSQL that the test files of a run share, each with databases of its own; without it
 * each starts its own, which takes a second.
 *
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
