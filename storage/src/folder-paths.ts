import { randomUUID } from 'node:crypto';
import { constants, lstatSync, realpathSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageError } from './errors.ts';
import type { StorageErrorKind } from './errors.ts';
import { joinKey } from './keys.ts';

const KINDS: Record<string, StorageErrorKind> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  // A key that continues another object's key, or the other way round.
  ENOTDIR: 'invalid_key',
  EISDIR: 'invalid_key',
  EEXIST: 'invalid_key',
  ENOTEMPTY: 'invalid_key',
  ENAMETOOLONG: 'invalid_key',
};

export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Nothing, or nothing that is ours, lies there. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO'].includes(errnoOf(error));
}

/** The error of a file system call in the caller's terms. */
export function folderError(error: unknown): Error {
  if (error instanceof StorageError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageError(KINDS[errnoOf(error)] ?? 'unavailable', reason, { cause: error });
}

/** Awaits a file system call and throws its error in the caller's terms. */
export async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw folderError(error);
  }
}

/** As `guarded`, with null for "not there". */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw folderError(error);
  }
}

export type FolderPaths = ReturnType<typeof folderPaths>;

const MAX_REMEMBERED_FOLDERS = 10_000;

/**
 * Paths below `root`, which is real and absolute. Links below it are not followed at all, so no
 * name can lead out; who wants a part on another disk mounts it there.
 */
export function folderPaths(root: string) {
  // Folders whose own entry is known to be durable, so that a put syncs one folder and not five.
  const durable = new Set<string>([root]);

  /** `area` is a folder of our own with a leading dot, or nothing for ordinary objects. */
  function path(key: string, area = ''): string {
    return joinKey(join(root, area), key);
  }

  async function isReal(folder: string): Promise<boolean> {
    const real = await orNull(realpath(folder));
    if (real !== null && real !== folder) {
      throw new StorageError('denied', `A link below the storage folder: ${folder}`);
    }
    return real !== null;
  }

  /** A path whose folder exists and is free of links; null otherwise. */
  async function existing(key: string, area = ''): Promise<string | null> {
    const file = path(key, area);
    const folder = dirname(file);
    return (await orNull(realpath(folder))) === folder ? file : null;
  }

  /** A path to hand out: its file need not exist, but no link is on the way to it. */
  function localPath(key: string, area = ''): string {
    const file = path(key, area);
    const folder = dirname(file);
    try {
      const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
      if (realpathSync.native(folder) === folder && !isLink) return file;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return file;
      throw folderError(error);
    }
    throw new StorageError('denied', `A link below the storage folder: ${file}`);
  }

  async function syncFolder(folder: string): Promise<void> {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** A path whose folder is made when missing, durably. */
  async function prepared(key: string, area = ''): Promise<string> {
    const file = path(key, area);
    await guarded(prepareFolder(dirname(file)));
    return file;
  }

  async function prepareFolder(folder: string): Promise<void> {
    let above = folder;
    while (!(await isReal(above))) {
      if (above === root) throw new StorageError('unavailable', `The folder ${root} is gone`);
      // Deleted: a new one of its name is not durable yet.
      durable.delete(above);
      above = dirname(above);
    }
    if (above !== folder) await mkdir(folder, { recursive: true });
    await makeDurable(folder);
  }

  async function makeDurable(folder: string): Promise<void> {
    const fresh = [];
    for (let at = folder; !durable.has(at); at = dirname(at)) fresh.push(at);
    for (const at of fresh.toReversed()) await syncFolder(dirname(at));
    if (durable.size > MAX_REMEMBERED_FOLDERS) {
      durable.clear();
      durable.add(root);
    }
    for (const at of fresh) durable.add(at);
  }

  return {
    root,
    path,
    localPath,
    existing,
    prepared,
    syncFolder,
    temporary: () => join(root, TEMPORARY, randomUUID()),
  };
}

export const TEMPORARY = '.tmp';

/**
 * Opens a regular file without following a link; null when there is none. Without O_NONBLOCK a
 * pipe of that name would hold a thread for ever.
 */
export async function openFile(file: string, access: number): Promise<FileHandle | null> {
  const flags = access | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await orNull(open(file, flags));
  if (handle && !(await handle.stat()).isFile()) {
    await handle.close();
    return null;
  }
  return handle;
}
