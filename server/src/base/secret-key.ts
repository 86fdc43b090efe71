import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The master key of an installation that sets none: `DATA_DIR/secret-key`, made at the first start.
 * The complete file is linked into place, so that processes starting together agree on one key and
 * a kill never leaves half of it.
 */
export function readSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret-key');
  const found = readKey(path);
  if (found) return found;
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKey(path);
  if (!made) throw new Error(`${path} can't be read`);
  return made;
}

function readKey(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  // A new one never replaces it: all that was encrypted with the lost key would be lost with it.
  if (text.length < 32) throw new Error(`${path} is damaged; restore it from a backup.`);
  return text;
}
