import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTemporaryFolder } from '../base/config.ts';

const PREFIX = `kinora-worker-${hostname()}-`;

/**
 * Gives this process a folder of its own for temporary files, which may be as large as sources, and
 * removes those of processes of this machine that were killed before they could.
 *
 * @returns a function that removes its own
 */
export async function openScratch(): Promise<() => Promise<void>> {
  const outer = tmpdir();
  for (const name of await readdir(outer)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) await remove(join(outer, name));
  }
  const folder = join(outer, `${PREFIX}${process.pid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const restore = setTemporaryFolder(folder);
  return async () => {
    restore();
    await remove(folder);
  };
}

/** A folder may be another user's, and then stays. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

function isAlive(pid: number): boolean {
  // A folder of our own number is that of a process before us.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
