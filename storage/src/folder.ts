import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
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
import { folderAppendables } from './folder-append.ts';
import {
  errnoOf,
  folderError,
  folderPaths,
  guarded,
  openFile,
  orNull,
  TEMPORARY,
} from './folder-paths.ts';
import type { FolderPaths } from './folder-paths.ts';
import { spaceAt } from './folder-space.ts';
import { writeSource } from './folder-write.ts';
import { checkKey, checkPrefix } from './keys.ts';
import { resolveRange } from './range.ts';
import { readSource } from './source.ts';
import { MAX_READ_BYTES } from './types.ts';
import type { Opened, PutOptions, Storage, StorageBody, Stored } from './types.ts';

const MAX_ATTEMPTS = 10;
const READ_BYTES = 256 * 1024;
// No put lasts this long: what is older in the temporary folder was left by a killed process.
const TEMPORARY_HOURS = 48;

/** Opens a folder as storage; makes it when missing. */
export async function openFolder(
  folder: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<Storage> {
  // An edge may be started before anything was written, but need not be allowed to write.
  const prepared = guarded(mkdir(join(folder, TEMPORARY), { recursive: true }));
  await (readOnly ? prepared.catch(ignoreDenied) : prepared);
  const paths = folderPaths(await guarded(realpath(folder)));
  if (!readOnly) await guarded(sweepTemporary(join(paths.root, TEMPORARY)));

  return {
    put: (key, body, options) => put(paths, key, body, options),
    read: (key, maxBytes = MAX_READ_BYTES) => guarded(read(paths, key, maxBytes)),
    open: (key, range) => guarded(openObject(paths, key, range)),
    async stat(key) {
      const file = await paths.existing(key);
      const found = file === null ? null : await orNull(lstat(file, { bigint: true }));
      return found?.isFile() ? stored(found) : null;
    },
    list: (prefix) => walk(paths, prefix),
    async delete(key) {
      const file = await paths.existing(key);
      if (file === null) return;
      const found = await orNull(lstat(file));
      if (found && !found.isDirectory()) await guarded(rm(file, { force: true }));
    },
    async deletePrefix(prefix) {
      const key = checkKey(checkPrefix(prefix).slice(0, -1));
      const below = await paths.existing(key);
      if (below === null || !(await orNull(lstat(below)))?.isDirectory()) return;
      // Out of sight at once, so that a put at the same time comes wholly before or after.
      const temporary = paths.temporary();
      if ((await orNull(rename(below, temporary))) === null) return;
      await guarded(paths.syncFolder(dirname(below)));
      await guarded(removeTree(temporary));
    },
    appendables: folderAppendables(paths),
    localPath: (key) => paths.localPath(key),
    space: () => spaceAt(paths.root),
    async check() {
      if (readOnly) return await guarded(checkReadable(paths.root));
      const file = paths.temporary();
      try {
        await guarded(writeFile(file, 'ok'));
      } finally {
        await guarded(rm(file, { force: true }));
      }
    },
    async close() {},
  };
}

function ignoreDenied(error: unknown): void {
  if (!(error instanceof StorageError && error.kind === 'denied')) throw error;
}

/** A folder that is gone, or a network disk without its server, fails here. */
async function checkReadable(root: string): Promise<void> {
  const folder = await opendir(root);
  try {
    await folder.read();
  } finally {
    await folder.close();
  }
}

function stored(found: BigIntStats): Stored {
  const etag = `"${found.ino.toString(36)}-${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`;
  return { sizeBytes: Number(found.size), modifiedAt: found.mtime, etag };
}

async function put(
  paths: FolderPaths,
  key: string,
  body: StorageBody,
  { signal }: PutOptions = {},
): Promise<void> {
  checkKey(key);
  const temporary = paths.temporary();
  try {
    await writeFresh(temporary, body, signal);
    await moveInto(paths, key, temporary, signal);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof BrokenBody) throw error.cause;
    throw folderError(error);
  }
}

/** A folder deleted meanwhile is made again: then the put comes after the deletion. */
async function moveInto(
  paths: FolderPaths,
  key: string,
  temporary: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const target = await paths.prepared(key);
      signal?.throwIfAborted();
      await rename(temporary, target);
      // Gone here means deleted after the put.
      await orNull(paths.syncFolder(dirname(target)));
      return;
    } catch (error) {
      const reason = error instanceof StorageError ? error.cause : error;
      if (errnoOf(reason) !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Carries the error of the caller's body past the mapping of file system errors. */
class BrokenBody extends Error {}

async function writeFresh(
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

async function read(paths: FolderPaths, key: string, maxBytes: number): Promise<Buffer | null> {
  const file = await paths.existing(key);
  const handle = file === null ? null : await openFile(file, constants.O_RDONLY);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) {
      throw new StorageError('too_large', `${key} has ${size} bytes, more than ${maxBytes}`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function openObject(
  paths: FolderPaths,
  key: string,
  range: { start: number; end?: number } | undefined,
): Promise<Opened | null> {
  const file = await paths.existing(key);
  const handle = file === null ? null : await openFile(file, constants.O_RDONLY);
  if (!handle) return null;
  try {
    const facts = stored(await handle.stat({ bigint: true }));
    const { start, end } = resolveRange(key, facts.sizeBytes, range);
    const body = handle.createReadStream({
      start,
      // The stream can't be told to read nothing; behind the end there is nothing to read.
      ...(end < start ? {} : { end }),
      highWaterMark: READ_BYTES,
    });
    return { ...facts, start, end, body };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Depth first, in the byte order of whole keys: a folder sorts as its name with the slash. */
async function* walk(paths: FolderPaths, wanted: string): AsyncGenerator<string> {
  const prefix = checkPrefix(wanted);
  let folder = paths.root;
  if (prefix !== '') {
    const below = await paths.existing(prefix.slice(0, -1));
    if (below === null || !(await orNull(lstat(below)))?.isDirectory()) return;
    folder = below;
  }
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  for (const name of names.toSorted()) {
    if (name.endsWith('/')) yield* walk(paths, `${prefix}${name}`);
    else yield `${prefix}${name}`;
  }
}

async function sweepTemporary(folder: string): Promise<void> {
  const before = Date.now() - TEMPORARY_HOURS * 3_600_000;
  for (const name of await readdir(folder)) {
    const found = await orNull(lstat(join(folder, name)));
    if (found && found.mtimeMs < before) await removeTree(join(folder, name));
  }
}

/** Two processes may sweep the same tree. */
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
