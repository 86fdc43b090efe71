import { constants } from 'node:fs';
import { open, rename, rm, lstat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageError } from './errors.ts';
import { errnoOf, folderError, guarded, openFile, orNull } from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { writeSource } from './folder-write.ts';
import { checkOffset } from './range.ts';
import { readSource } from './source.ts';
import type { Appendables, Appended, AppendOptions } from './types.ts';

const AREA = '.appending';

/** Appendables of a folder: plain files in an area of their own, renamed when they are finished. */
export function folderAppendables(paths: FolderPaths): Appendables {
  async function openAppendable(key: string): Promise<FileHandle> {
    const file = await paths.existing(key, AREA);
    const handle = file === null ? null : await openFile(file, constants.O_RDWR);
    if (!handle) throw notFound(key);
    return handle;
  }

  return {
    async create(key) {
      const file = await paths.prepared(key, AREA);
      const flags =
        constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW;
      const handle = await guarded(open(file, flags));
      await guarded(closing(handle, handle.sync()));
      await guarded(paths.syncFolder(dirname(file)));
    },

    async append(key, options) {
      const handle = await openAppendable(key);
      return await guarded(closing(handle, appendTo(handle, options)));
    },

    async truncate(key, size) {
      const handle = await openAppendable(key);
      await guarded(
        closing(
          handle,
          cut(handle, size).then(() => handle.datasync()),
        ),
      );
    },

    async size(key) {
      const file = await paths.existing(key, AREA);
      const found = file === null ? null : await orNull(lstat(file));
      return found?.isFile() ? found.size : null;
    },

    async finish(key) {
      const from = await paths.existing(key, AREA);
      const to = await paths.prepared(key);
      if (from !== null && (await move(from, to))) {
        await guarded(paths.syncFolder(dirname(to)));
        await guarded(paths.syncFolder(dirname(from)));
        return;
      }
      if (!(await orNull(lstat(to)))?.isFile()) throw notFound(key);
      // A finish whose process was killed behind the rename may not have synced.
      await guarded(paths.syncFolder(dirname(to)));
    },

    async remove(key) {
      const file = await paths.existing(key, AREA);
      if (file !== null) await guarded(rm(file, { force: true }));
    },
  };
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

async function cut(handle: FileHandle, size: number): Promise<void> {
  checkOffset(size);
  const found = (await handle.stat()).size;
  if (found < size) {
    throw new StorageError('bad_offset', `Only ${found} bytes are there, not ${size}`);
  }
  if (found > size) await handle.truncate(size);
}

async function appendTo(handle: FileHandle, options: AppendOptions): Promise<Appended> {
  const { offset, maxSize, checkpoint } = options;
  const source = readSource(options.source, options.signal);
  try {
    await cut(handle, offset);
    return await writeSource(handle, { offset, maxSize, source, checkpoint });
  } catch (error) {
    source.stop(error);
    if (error instanceof StorageError && error.kind === 'too_large') {
      await cut(handle, offset);
      await handle.datasync();
    }
    throw error;
  }
}
