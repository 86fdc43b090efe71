import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';

/** Writes a file that is read while it is replaced. It may hold secrets: nobody else reads it. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const begun = `${path}.${randomUUID()}`;
  await writeFile(begun, content, { mode: 0o600 });
  await rename(begun, path);
}
