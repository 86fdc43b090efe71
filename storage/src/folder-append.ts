import { constants } from 'node:fs';
import { open, rename, rm, lstat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './errors.ts';
import { errnoOf, folderError, guarded, openFile, orNull } from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { placedNotes } from './folder-placed.ts';
import type { Placed } from './folder-placed.ts';
import { writeSource } from './folder-write.ts';
import { layoutSize } from './layout.ts';
import type { Layout } from './layout.ts';
import { checkOffset } from './range.ts';
import { readSource } from './source.ts';
import type { Appendables, Appended, AppendOptions } from './types.ts';

const AREA = '.appending';

/** Appendables of a folder: plain files in an area of their own, renamed when they are finished. */
export function folderAppendables(paths: FolderPaths): Appendables {
  const notes = placedNotes(paths);

  async function openAppendable(key: string): Promise<Growing> {
    const file = await paths.existing(key, AREA);
    const handle = file === null ? null : await openFile(file, constants.O_RDWR);
    if (!handle) throw notFound(key);
    try {
      const placed = await notes.read(key);
      return placed ? placedFile(handle, placed, (size) => note(key, placed, size)) : plain(handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function note(key: string, placed: Placed, size: number): Promise<void> {
    await notes.write(key, { ...placed, size });
    placed.size = size;
  }

  return {
    takesLayouts: true,

    async create(key, layout) {
      const sizeBytes = layout ? layoutSize(layout) : 0;
      const file = await paths.prepared(key, AREA);
      await notes.forget(key);
      const flags =
        constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW;
      const handle = await guarded(open(file, flags));
      await guarded(
        closing(
          handle,
          handle.truncate(sizeBytes).then(() => handle.sync()),
        ),
      );
      await guarded(paths.syncFolder(dirname(file)));
      if (layout) await notes.write(key, { layout, size: 0 });
    },

    async append(key, options) {
      const growing = await openAppendable(key);
      return await guarded(closing(growing.handle, appendTo(growing, options)));
    },

    async truncate(key, size) {
      const growing = await openAppendable(key);
      await guarded(
        closing(
          growing.handle,
          growing.cut(size).then(() => growing.handle.datasync()),
        ),
      );
    },

    async size(key) {
      const file = await paths.existing(key, AREA);
      const found = file === null ? null : await orNull(lstat(file));
      if (!found?.isFile()) return null;
      return (await notes.read(key))?.size ?? found.size;
    },

    async finish(key) {
      const from = await paths.existing(key, AREA);
      const to = await paths.prepared(key);
      refuseHoles(key, await notes.read(key));
      if (from !== null && (await move(from, to))) {
        await guarded(paths.syncFolder(dirname(to)));
        await guarded(paths.syncFolder(dirname(from)));
      } else {
        if (!(await orNull(lstat(to)))?.isFile()) throw notFound(key);
        // A finish whose process was killed behind the rename may not have synced.
        await guarded(paths.syncFolder(dirname(to)));
      }
      await notes.forget(key);
    },

    localPath: (key) => paths.localPath(key, AREA),

    async remove(key) {
      const file = await paths.existing(key, AREA);
      if (file !== null) await guarded(rm(file, { force: true }));
      await notes.forget(key);
    },
  };
}

/** An open appendable: how its size is known and changed, durably. */
type Growing = {
  handle: FileHandle;
  layout: Layout | null;
  /** `bad_offset` when there are fewer bytes. */
  cut: (size: number) => Promise<void>;
  /** What is on the disk now counts up to `size`. */
  count: (size: number) => Promise<void>;
};

function plain(handle: FileHandle): Growing {
  return {
    handle,
    layout: null,
    async cut(size) {
      checkCut((await handle.stat()).size, size);
      await handle.truncate(size);
    },
    count: async () => undefined,
  };
}

function placedFile(
  handle: FileHandle,
  placed: Placed,
  note: (size: number) => Promise<void>,
): Growing {
  const count = async (size: number) => {
    if (size !== placed.size) await note(size);
  };
  return {
    handle,
    layout: placed.layout,
    // What lies beyond stays where it is until it is written anew; the file keeps its length.
    async cut(size) {
      checkCut(placed.size, size);
      await count(size);
    },
    count,
  };
}

function checkCut(found: number, size: number): void {
  checkOffset(size);
  if (found < size) {
    throw new StorageError('bad_offset', `Only ${found} bytes are there, not ${size}`);
  }
}

function refuseHoles(key: string, placed: Placed | null): void {
  if (placed && placed.size < layoutSize(placed.layout)) {
    throw new StorageError('bad_offset', `${key} has only ${placed.size} bytes`);
  }
}

async function closing<T>(handle: FileHandle, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await handle.close();
  }
}

function notFound(key: string): StorageError {
  return new StorageError('not_found', `No appendable ${key}`);
}

/** False when another finish was first. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw folderError(error);
  }
}

async function appendTo(growing: Growing, options: AppendOptions): Promise<Appended> {
  const { handle, layout, count } = growing;
  const { offset, checkpoint, arrived } = options;
  const maxSize = layout ? Math.min(options.maxSize, layoutSize(layout)) : options.maxSize;
  const source = readSource(options.source, options.signal);
  try {
    await growing.cut(offset);
    const appended = await writeSource(handle, {
      ...{ offset, maxSize, source, arrived, layout },
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
