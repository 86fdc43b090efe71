import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CLOSED = 0o700;
/** Others may enter but not list it: under root the embedded PostgreSQL runs as another account. */
const PASSABLE = 0o711;
const SHARED = 0o1002;

/**
 * Keeps what DATA_DIR holds from other accounts of the machine: its own mode and that of the
 * objects, also of folders that are there already, and of all that this process and those it
 * starts write from now on. Closed folders are enough; the files in them are not walked.
 */
export function closeDataFolder(dataDir: string, say: (line: string) => void): void {
  mkdirSync(dataDir, { recursive: true });
  // A folder that others write to, such as /tmp, is not ours alone and stays as it is.
  if ((statSync(dataDir).mode & SHARED) === 0) {
    restrict(dataDir, process.getuid?.() === 0 ? PASSABLE : CLOSED, say);
  }
  const objects = join(dataDir, 'objects');
  if (statSync(objects, { throwIfNoEntry: false })) restrict(objects, CLOSED, say);
  process.umask(0o077);
}

function restrict(folder: string, mode: number, say: (line: string) => void): void {
  try {
    chmodSync(folder, mode);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`Other accounts may read ${folder}: ${reason}`);
  }
}
