import { randomUUID } from 'node:crypto';
import { rename, utimes, writeFile } from 'node:fs/promises';

/**
 * Writes a file that is read while it is replaced. It may hold secrets: nobody else reads it.
 *
 * @param changedSec Unix time of its change; by default now
 */
export async function writeWhole(
  path: string,
  content: string | Buffer,
  changedSec?: number,
): Promise<void> {
  const begun = `${path}.${randomUUID()}`;
  await writeFile(begun, content, { mode: 0o600 });
  if (changedSec !== undefined) await utimes(begun, changedSec, changedSec);
  await rename(begun, path);
}
