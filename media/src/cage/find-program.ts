import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Finds the absolute path of a program in PATH, or null. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!folder.startsWith('/')) continue;
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}
