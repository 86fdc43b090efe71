import { constants } from 'node:fs';
import { open, rename, rm, lstat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './errors.ts';
import { getErrno, toFolderError, mapErrors, openFile, findOrNull } from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { createPlacedRecords } from './folder-placed.ts';
import type { Placed } from './folder-placed.ts';
import { writeSource } from './folder-write.ts';
import { getLayoutSize } from './layout.ts';
import type { Layout } from './layout.ts';
import { checkOffset } from './range.ts';
import { readSource } from './source.ts';
import type { Appendables, Appended, AppendOptions } from './types.ts';

const AREA = '.appending';

/**
 * Creates appendables of a folder: plain files in an area of their own, renamed when they are
 * finished.
 */
export function createFolderAppendables(paths: FolderPaths): Appendables {
  const records = createPlacedRecords(paths);

  async function openAppendable(key: string): Promise<Growing> {
    const file = await paths.findPath(key, AREA);
    const handle = file === null ? null : await openFile(file, constants.O_RDWR);
    if (!handle) throw toNotFoundError(key);
    try {
      const placed = await records.read(key);
      return placed
        ? openPlaced(handle, placed, (size) => recordSize(key, placed, size))
        : openPlain(handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function recordSize(key: string, placed: Placed, size: number): Promise<void> {
    await records.write(key, { ...placed, size });
    placed.size = size;
  }

  return {
    takesLayouts: true,

    async create(key, layout) {
      const sizeBytes = layout ? getLayoutSize(layout) : 0;
      const file = await paths.preparePath(key, AREA);
      await records.remove(key);
      const flags =
        constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW;
      const handle = await mapErrors(open(file, flags));
      await mapErrors(
        closeAfter(
          handle,
          handle.truncate(sizeBytes).then(() => handle.sync()),
        ),
      );
      await mapErrors(paths.syncFolder(dirname(file)));
      if (layout) await records.write(key, { layout, size: 0 });
    },

    async append(key, options) {
      const growing = await openAppendable(key);
      return await mapErrors(closeAfter(growing.handle, appendTo(growing, options)));
    },

    async truncate(key, size) {
      const growing = await openAppendable(key);
      await mapErrors(
        closeAfter(
          growing.handle,
          growing.cut(size).then(() => growing.handle.datasync()),
        ),
      );
    },

    async size(key) {
      const file = await paths.findPath(key, AREA);
      const found = file === null ? null : await findOrNull(lstat(file));
      if (!found?.isFile()) return null;
      return (await records.read(key))?.size ?? found.size;
    },

    async finish(key) {
      const from = await paths.findPath(key, AREA);
      const to = await paths.preparePath(key);
      throwIfIncomplete(key, await records.read(key));
      if (from !== null && (await move(from, to))) {
        await mapErrors(paths.syncFolder(dirname(to)));
        await mapErrors(paths.syncFolder(dirname(from)));
      } else {
        if (!(await findOrNull(lstat(to)))?.isFile()) throw toNotFoundError(key);
        // A finish that was killed after the rename may not have synced.
        await mapErrors(paths.syncFolder(dirname(to)));
      }
      await records.remove(key);
    },

    localPath: (key) => paths.localPath(key, AREA),

    async remove(key) {
      const file = await paths.findPath(key, AREA);
      if (file !== null) await mapErrors(rm(file, { force: true }));
      await records.remove(key);
    },
  };
}

/** An open appendable, and how its size is read and changed durably. */
type Growing = {
  handle: FileHandle;
  layout: Layout | null;
  /** Throws `bad_offset` when there are fewer bytes. */
  cut: (size: number) => Promise<void>;
  /** Counts the bytes on the disk up to `size`. */
  count: (size: number) => Promise<void>;
};

function openPlain(handle: FileHandle): Growing {
  return {
    handle,
    layout: null,
    async cut(size) {
      throwIfShorter((await handle.stat()).size, size);
      await handle.truncate(size);
    },
    count: async () => undefined,
  };
}

function openPlaced(
  handle: FileHandle,
  placed: Placed,
  recordSize: (size: number) => Promise<void>,
): Growing {
  const count = async (size: number) => {
    if (size !== placed.size) await recordSize(size);
  };
  return {
    handle,
    layout: placed.layout,
    // Bytes beyond stay until they are rewritten; the file keeps its length.
    async cut(size) {
      throwIfShorter(placed.size, size);
      await count(size);
    },
    count,
  };
}

function throwIfShorter(found: number, size: number): void {
  checkOffset(size);
  if (found < size) {
    throw new StorageError('bad_offset', `Only ${found} bytes are there, not ${size}`);
  }
}

function throwIfIncomplete(key: string, placed: Placed | null): void {
  if (placed && placed.size < getLayoutSize(placed.layout)) {
    throw new StorageError('bad_offset', `${key} has only ${placed.size} bytes`);
  }
}

async function closeAfter<T>(handle: FileHandle, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await handle.close();
  }
}

function toNotFoundError(key: string): StorageError {
  return new StorageError('not_found', `No appendable ${key}`);
}

/** Returns false when another finish was first. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (getErrno(error) === 'ENOENT') return false;
    throw toFolderError(error);
  }
}

async function appendTo(growing: Growing, options: AppendOptions): Promise<Appended> {
  const { handle, layout, count } = growing;
  const { offset, checkpoint, arrived } = options;
  const maxSize = layout ? Math.min(options.maxSize, getLayoutSize(layout)) : options.maxSize;
  const source = readSource(options.source, options.signal);
  try {
    await growing.cut(offset);
    const appended = await writeSource(handle, {
      offset,
      maxSize,
      source,
      arrived,
      layout,
      checkpoint:
        checkpoint &&
        (async (size) => {
          await count(size);
          await checkpoint(size);
        }),
    });
    await count(appended.size);
    return appended;
  } catch (error) {
    source.stop(error);
    if (error instanceof StorageError && error.kind === 'too_large') {
      await growing.cut(offset);
      await handle.datasync();
    }
    throw error;
  }
}
