import { constants } from 'node:fs';
import { rename, rm, writeFile, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './errors.ts';
import { guarded, openFile } from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { layoutSize } from './layout.ts';
import type { Layout } from './layout.ts';

const AREA = '.layouts';

/** How many bytes are there of an appendable whose file has its full length from the start. */
export type Placed = { layout: Layout; size: number };

/**
 * The notes beside appendables with a layout: their order and the bytes that are durable. A note is
 * replaced as a whole, so that a kill leaves the old or the new one; it never says more than what
 * is on the disk.
 */
export function placedNotes(paths: FolderPaths) {
  return {
    /** Null: the appendable has no layout, its size is that of its file. */
    async read(key: string): Promise<Placed | null> {
      const file = await paths.existing(key, AREA);
      const handle = file === null ? null : await openFile(file, constants.O_RDONLY);
      if (!handle) return null;
      try {
        return parse(key, await guarded(handle.readFile('utf8')));
      } finally {
        await handle.close();
      }
    },

    async write(key: string, placed: Placed): Promise<void> {
      const file = await paths.prepared(key, AREA);
      const temporary = paths.temporary();
      try {
        await guarded(writeDurably(temporary, JSON.stringify(placed)));
        await guarded(rename(temporary, file));
        await guarded(paths.syncFolder(dirname(file)));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async forget(key: string): Promise<void> {
      const file = await paths.existing(key, AREA);
      if (file !== null) await guarded(rm(file, { force: true }));
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

function parse(key: string, text: string): Placed {
  try {
    const { layout, size } = JSON.parse(text) as Placed;
    if (Number.isSafeInteger(size) && size >= 0 && size <= layoutSize(layout)) {
      return { layout, size };
    }
  } catch (cause) {
    throw new StorageError('unavailable', `The note of ${key} can't be read`, { cause });
  }
  throw new StorageError('unavailable', `The note of ${key} makes no sense`);
}
