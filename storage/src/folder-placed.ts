import { constants } from 'node:fs';
import { rename, rm, writeFile, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './errors.ts';
import { mapErrors, openFile } from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { getLayoutSize } from './layout.ts';
import type { Layout } from './layout.ts';

const AREA = '.layouts';

/** The byte count of an appendable whose file has its full length from the start. */
export type Placed = { layout: Layout; size: number };

/**
 * Creates access to the records beside appendables with a layout: their order and the durable
 * bytes. A record is replaced as a whole, so that a kill leaves the old or the new one; it never
 * states more than the disk contains.
 */
export function createPlacedRecords(paths: FolderPaths) {
  return {
    /** Returns null when the appendable has no layout; its size is that of its file. */
    async read(key: string): Promise<Placed | null> {
      const file = await paths.findPath(key, AREA);
      const handle = file === null ? null : await openFile(file, constants.O_RDONLY);
      if (!handle) return null;
      try {
        return parsePlaced(key, await mapErrors(handle.readFile('utf8')));
      } finally {
        await handle.close();
      }
    },

    async write(key: string, placed: Placed): Promise<void> {
      const file = await paths.preparePath(key, AREA);
      const temporary = paths.createTemporaryPath();
      try {
        await mapErrors(writeDurably(temporary, JSON.stringify(placed)));
        await mapErrors(rename(temporary, file));
        await mapErrors(paths.syncFolder(dirname(file)));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async remove(key: string): Promise<void> {
      const file = await paths.findPath(key, AREA);
      if (file !== null) await mapErrors(rm(file, { force: true }));
    },
  };
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await writeFile(handle, text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function parsePlaced(key: string, text: string): Placed {
  try {
    const { layout, size } = JSON.parse(text) as Placed;
    if (Number.isSafeInteger(size) && size >= 0 && size <= getLayoutSize(layout)) {
      return { layout, size };
    }
  } catch (cause) {
    throw new StorageError('unavailable', `The note of ${key} can't be read`, { cause });
  }
  throw new StorageError('unavailable', `The note of ${key} makes no sense`);
}
