import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ProbeError } from '@kinora/media/errors';
import { type Storage, StorageError } from '@kinora/storage/storage';

type Copy = { path: Promise<string>; folder: string | null; users: number; lastUsed: number };

/** Stored sources as files of this machine, for programs that have no network and need to seek. */
export type Sources = {
  /** Gives `use` the object as a file: itself where objects are files, else a copy. */
  with<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Copies that nobody uses are kept for the next piece of the same source; one at a time. */
const KEPT_UNUSED = 1;

const ofStorage = new WeakMap<Storage, Sources>();

/** Those of a process: what checks a source and what makes its pieces share one copy. */
export function sourcesOf(storage: Storage): Sources {
  const sources = ofStorage.get(storage) ?? openSources(storage);
  ofStorage.set(storage, sources);
  return sources;
}

/**
 * Where objects are no files a source is fetched once for all of its pieces that this worker takes
 * one after the other, and removed when another takes its place.
 */
function openSources(storage: Storage): Sources {
  const copies = new Map<string, Copy>();

  async function remove(key: string, copy: Copy): Promise<void> {
    copies.delete(key);
    await copy.path.catch(() => undefined);
    if (copy.folder) await rm(copy.folder, { recursive: true, force: true });
  }

  async function shrink(kept: number): Promise<void> {
    const unused = [...copies].filter(([, copy]) => copy.users === 0);
    const oldest = unused.toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed);
    for (const [key, copy] of oldest.slice(0, Math.max(0, unused.length - kept))) {
      await remove(key, copy);
    }
  }

  return {
    async with(key, use) {
      const own = storage.localPath(key);
      if (own !== null) return use(own);
      let copy = copies.get(key);
      if (!copy) {
        const made: Copy = { path: Promise.resolve(''), folder: null, users: 0, lastUsed: 0 };
        copy = made;
        copies.set(key, made);
        made.path = fetchCopy(storage, key, (folder) => (made.folder = folder));
        made.path.catch(() => copies.delete(key));
      }
      copy.users += 1;
      try {
        return await use(await copy.path);
      } finally {
        copy.users -= 1;
        copy.lastUsed = performance.now();
        await shrink(KEPT_UNUSED);
      }
    },
    close: () => shrink(0),
  };
}

async function fetchCopy(
  storage: Storage,
  key: string,
  made: (folder: string) => void,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-source-'));
  made(folder);
  const path = join(folder, 'source');
  try {
    await download(storage, key, path);
    return path;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Attempts in a row that bring no byte. */
const MOST_FRUITLESS = 4;

/** Goes on where an answer broke off: a large file need not come in one. */
async function download(storage: Storage, key: string, path: string): Promise<void> {
  let have = 0;
  for (let fruitless = 0; fruitless < MOST_FRUITLESS; fruitless += 1) {
    const opened = await storage.open(key, have > 0 ? { start: have } : undefined);
    if (!opened) throw new ProbeError('unreadable', 'the stored file is not there');
    const broken = await append(opened.body, path);
    const { size } = await stat(path);
    if (size === opened.sizeBytes) return;
    // A body that ended early and said nothing is no end of the file.
    if (broken && isOwnDisk(broken)) throw new StorageError('full', 'no room for a source');
    if (size > have) fruitless = -1;
    have = size;
  }
  throw new StorageError('unavailable', `a source broke off at ${have} bytes`);
}

/** @returns what ended it early */
async function append(body: Readable, path: string): Promise<unknown> {
  const written = pipeline(body, createWriteStream(path, { flags: 'a' }));
  return written.then(() => null).catch((error: unknown) => error);
}

function isOwnDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
}
