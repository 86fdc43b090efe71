import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import {
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageError } from './errors.ts';
import { createFolderAppendables } from './folder-append.ts';
import {
  getErrno,
  toFolderError,
  createFolderPaths,
  mapErrors,
  openFile,
  findOrNull,
  TEMPORARY,
} from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { getSpace } from './folder-space.ts';
import { writeSource } from './folder-write.ts';
import { checkKey, checkPrefix } from './keys.ts';
import { resolveRange } from './range.ts';
import { readSource } from './source.ts';
import { MAX_READ_BYTES } from './types.ts';
import type { Opened, PutOptions, Storage, StorageBody, Stored } from './types.ts';

const MAX_ATTEMPTS = 10;
const READ_BYTES = 256 * 1024;
// No put lasts this long: older files in the temporary folder were left by a killed process.
const TEMPORARY_HOURS = 48;

/** Opens a folder as storage; creates it when missing. */
export async function openFolder(
  folder: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<Storage> {
  // An edge may start before anything was written, but may not be allowed to write.
  const prepared = mapErrors(mkdir(join(folder, TEMPORARY), { recursive: true }));
  await (readOnly ? prepared.catch(ignoreDenied) : prepared);
  const paths = createFolderPaths(await mapErrors(realpath(folder)));
  if (!readOnly) await mapErrors(sweepTemporary(join(paths.root, TEMPORARY)));

  return {
    put: (key, body, options) => putObject(paths, key, body, options),
    read: (key, maxBytes = MAX_READ_BYTES) => mapErrors(readObject(paths, key, maxBytes)),
    open: (key, range) => mapErrors(openObject(paths, key, range)),
    async stat(key) {
      const file = await paths.findPath(key);
      const found = file === null ? null : await findOrNull(lstat(file, { bigint: true }));
      return found?.isFile() ? toStored(found) : null;
    },
    list: (prefix) => walkKeys(paths, prefix),
    async delete(key) {
      const file = await paths.findPath(key);
      if (file === null) return;
      const found = await findOrNull(lstat(file));
      if (found && !found.isDirectory()) await mapErrors(rm(file, { force: true }));
    },
    async deletePrefix(prefix) {
      const key = checkKey(checkPrefix(prefix).slice(0, -1));
      const below = await paths.findPath(key);
      if (below === null || !(await findOrNull(lstat(below)))?.isDirectory()) return;
      // The rename hides it at once, so that a simultaneous put comes wholly before or after.
      const temporary = paths.createTemporaryPath();
      if ((await findOrNull(rename(below, temporary))) === null) return;
      await mapErrors(paths.syncFolder(dirname(below)));
      await mapErrors(removeTree(temporary));
    },
    appendables: createFolderAppendables(paths),
    localPath: (key) => paths.localPath(key),
    async signUrl(key) {
      checkKey(key);
      return null;
    },
    space: () => getSpace(paths.root),
    async check() {
      if (readOnly) return await mapErrors(checkReadable(paths.root));
      const file = paths.createTemporaryPath();
      try {
        await mapErrors(writeFile(file, 'ok'));
      } finally {
        await mapErrors(rm(file, { force: true }));
      }
    },
    async close() {},
  };
}

function ignoreDenied(error: unknown): void {
  if (!(error instanceof StorageError && error.kind === 'denied')) throw error;
}

/** Reads the folder: this fails for a missing folder, or a network disk without its server. */
async function checkReadable(root: string): Promise<void> {
  const folder = await opendir(root);
  try {
    await folder.read();
  } finally {
    await folder.close();
  }
}

function toStored(found: BigIntStats): Stored {
  const etag = `"${found.ino.toString(36)}-${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`;
  return { sizeBytes: Number(found.size), modifiedAt: found.mtime, etag };
}

async function putObject(
  paths: FolderPaths,
  key: string,
  body: StorageBody,
  { signal }: PutOptions = {},
): Promise<void> {
  checkKey(key);
  const temporary = paths.createTemporaryPath();
  try {
    await writeTemporary(temporary, body, signal);
    await moveInto(paths, key, temporary, signal);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof BrokenBody) throw error.cause;
    throw toFolderError(error);
  }
}

/**
 * Moves a file into place. A folder deleted in the meantime is created again: the put then comes after the
 * deletion.
 */
async function moveInto(
  paths: FolderPaths,
  key: string,
  temporary: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const target = await paths.preparePath(key);
      signal?.throwIfAborted();
      await rename(temporary, target);
      // A missing folder was deleted after the put.
      await findOrNull(paths.syncFolder(dirname(target)));
      return;
    } catch (error) {
      const reason = error instanceof StorageError ? error.cause : error;
      if (getErrno(reason) !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Carries the error of the caller's body past the mapping of file system errors. */
class BrokenBody extends Error {}

async function writeTemporary(
  file: string,
  body: StorageBody,
  signal: AbortSignal | undefined,
): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    if (body instanceof Uint8Array) {
      await handle.writeFile(body);
      await handle.datasync();
      return;
    }
    const source = readSource(body, signal);
    const result = await writeSource(handle, { offset: 0, maxSize: Infinity, source });
    signal?.throwIfAborted();
    if (!result.complete) throw new BrokenBody('', { cause: result.cause });
  } finally {
    await handle.close();
  }
}

async function readObject(
  paths: FolderPaths,
  key: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const file = await paths.findPath(key);
  const handle = file === null ? null : await openFile(file, constants.O_RDONLY);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) {
      throw new StorageError('too_large', `${key} has ${size} bytes, more than ${maxBytes}`);
    }
    return await readWhole(handle, size);
  } finally {
    await handle.close();
  }
}

/** Node's own `readFile` reads in pieces and puts them together, in twice the memory. */
async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    // The file has become shorter in the meantime.
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

async function openObject(
  paths: FolderPaths,
  key: string,
  range: { start: number; end?: number } | undefined,
): Promise<Opened | null> {
  const file = await paths.findPath(key);
  const handle = file === null ? null : await openFile(file, constants.O_RDONLY);
  if (!handle) return null;
  try {
    const facts = toStored(await handle.stat({ bigint: true }));
    const { start, end } = resolveRange(key, facts.sizeBytes, range);
    const body = handle.createReadStream({
      start,
      // The stream can't be set to read nothing; behind the end there is nothing to read.
      ...(end < start ? {} : { end }),
      highWaterMark: READ_BYTES,
    });
    return { ...facts, start, end, body };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Walks depth first, in the byte order of whole keys: a folder sorts as its name with the slash. */
async function* walkKeys(paths: FolderPaths, wanted: string): AsyncGenerator<string> {
  const prefix = checkPrefix(wanted);
  let folder = paths.root;
  if (prefix !== '') {
    const below = await paths.findPath(prefix.slice(0, -1));
    if (below === null || !(await findOrNull(lstat(below)))?.isDirectory()) return;
    folder = below;
  }
  const entries = (await findOrNull(readdir(folder, { withFileTypes: true }))) ?? [];
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  for (const name of names.toSorted()) {
    if (name.endsWith('/')) yield* walkKeys(paths, `${prefix}${name}`);
    else yield `${prefix}${name}`;
  }
}

async function sweepTemporary(folder: string): Promise<void> {
  const before = Date.now() - TEMPORARY_HOURS * 3_600_000;
  for (const name of await readdir(folder)) {
    const found = await findOrNull(lstat(join(folder, name)));
    if (found && found.mtimeMs < before) await removeTree(join(folder, name));
  }
}

/** Removes a tree that another process may sweep too. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
