import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SmallDisk = {
  folder: string;
  /** Leaves room for nothing. */
  fill: () => Promise<void>;
  free: () => Promise<void>;
  close: () => Promise<void>;
};

/** A file system of 48 MiB for one test; null where mounting is not allowed. */
export async function smallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const ballast = join(folder, '.ballast');
  return {
    folder,
    async fill() {
      const isFull = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      };
      await writeFile(ballast, Buffer.alloc(64 * 2 ** 20)).catch(isFull);
    },
    free: () => rm(ballast, { force: true }),
    async close() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
