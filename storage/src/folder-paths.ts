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
  // A key continues another object's key, or the other way round.
  ENOTDIR: 'invalid_key',
  EISDIR: 'invalid_key',
  EEXIST: 'invalid_key',
  ENOTEMPTY: 'invalid_key',
  ENAMETOOLONG: 'invalid_key',
};

export function getErrno(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True when there is nothing at the path, or nothing of ours. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO'].includes(getErrno(error));
}

/** Maps an error of a file system call to the caller's terms. */
export function toFolderError(error: unknown): Error {
  if (error instanceof StorageError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageError(KINDS[getErrno(error)] ?? 'unavailable', reason, { cause: error });
}

/** Awaits a file system call and maps its error to the caller's terms. */
export async function mapErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFolderError(error);
  }
}

/** As `mapErrors`, with null for an absent file. */
export async function findOrNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw toFolderError(error);
  }
}

export type FolderPaths = ReturnType<typeof createFolderPaths>;

type FolderSync = { running: Promise<void>; next: Promise<void> | null };

async function syncOnce(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const MAX_REMEMBERED_FOLDERS = 10_000;

/**
 * Creates paths below `root`, which is real and absolute. Links below it are not followed at all,
 * so no name can lead out; a part on another disk must be mounted there.
 */
export function createFolderPaths(root: string) {
  // Folders with a durable entry are remembered, so that a put syncs one folder and not five.
  const durable = new Set<string>([root]);
  const syncs = new Map<string, FolderSync>();

  /** `area` is a folder of our own with a leading dot, or empty for ordinary objects. */
  function toPath(key: string, area = ''): string {
    return joinKey(join(root, area), key);
  }

  async function isReal(folder: string): Promise<boolean> {
    const real = await findOrNull(realpath(folder));
    if (real !== null && real !== folder) {
      throw new StorageError('denied', `A link below the storage folder: ${folder}`);
    }
    return real !== null;
  }

  /** Finds a path whose folder exists and is free of links; null otherwise. */
  async function findPath(key: string, area = ''): Promise<string | null> {
    const file = toPath(key, area);
    const folder = dirname(file);
    return (await findOrNull(realpath(folder))) === folder ? file : null;
  }

  /** Returns a path for other programs: its file need not exist, but no link is on the way to it. */
  function localPath(key: string, area = ''): string {
    const file = toPath(key, area);
    const folder = dirname(file);
    try {
      const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
      if (realpathSync.native(folder) === folder && !isLink) return file;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(getErrno(error))) return file;
      throw toFolderError(error);
    }
    throw new StorageError('denied', `A link below the storage folder: ${file}`);
  }

  /** Callers that come during a sync share the next one, which starts after their changes. */
  function syncFolder(folder: string): Promise<void> {
    const current = syncs.get(folder);
    if (current) return (current.next ??= current.running.then(start, start));
    return start();

    function start(): Promise<void> {
      const sync: FolderSync = { running: syncOnce(folder), next: null };
      syncs.set(folder, sync);
      const end = () => {
        if (syncs.get(folder) === sync && !sync.next) syncs.delete(folder);
      };
      sync.running.then(end, end);
      return sync.running;
    }
  }

  /** Prepares a path: its folder is created durably when missing. */
  async function preparePath(key: string, area = ''): Promise<string> {
    const file = toPath(key, area);
    await mapErrors(prepareFolder(dirname(file)));
    return file;
  }

  async function prepareFolder(folder: string): Promise<void> {
    let above = folder;
    while (!(await isReal(above))) {
      if (above === root) throw new StorageError('unavailable', `The folder ${root} is gone`);
      // The folder was deleted, so a new one of its name is not durable yet.
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
    path: toPath,
    localPath,
    findPath,
    preparePath,
    syncFolder,
    createTemporaryPath: () => join(root, TEMPORARY, randomUUID()),
  };
}

export const TEMPORARY = '.tmp';

/**
 * Opens a regular file without following a link; null when there is none. Without O_NONBLOCK a pipe
 * of that name would block a thread for ever.
 */
export async function openFile(file: string, access: number): Promise<FileHandle | null> {
  const flags = access | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await findOrNull(open(file, flags));
  if (handle && !(await handle.stat()).isFile()) {
    await handle.close();
    return null;
  }
  return handle;
}
