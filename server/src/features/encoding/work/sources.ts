import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ByteSource, openByteSource } from '@kinora/media/mp4/mp4-file';
import type { ByteRange } from '@kinora/media/source-ranges';
import type { Storage } from '@kinora/storage/storage';
import { createFetchedFile, type FetchedFile } from './fetched-file.ts';

/** A stored source as a file of this machine, for programs that have no network and need to seek. */
export type SourceFile = {
  path: string;
  /** Null when all of it is there: it is storage's own file. */
  fetched: FetchedFile | null;
};

/** All bytes of a file, however long it is. */
export const ALL: readonly ByteRange[] = [{ start: 0, end: Infinity }];

type Place = { folder: string | null };
type Copy = { file: Promise<SourceFile>; place: Place; users: number; lastUsed: number };

export type Sources = {
  /** Gives `use` the object as a file: itself where objects are files, else a local copy. */
  with<T>(key: string, use: (file: SourceFile) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Unused copies are kept, one at a time, for the next piece of the same source. */
const MAX_UNUSED = 1;

const sourcesByStorage = new WeakMap<Storage, Sources>();

/** The sources of a process: the check of a source and its pieces share one copy. */
export function getSources(storage: Storage): Sources {
  const sources = sourcesByStorage.get(storage) ?? openSources(storage);
  sourcesByStorage.set(storage, sources);
  return sources;
}

/**
 * A source that is no file of this machine is fetched as far as it is needed, once for all of its
 * pieces that this worker takes one after the other, and removed when another takes its place.
 */
function openSources(storage: Storage): Sources {
  const copies = new Map<string, Copy>();

  async function remove(key: string, copy: Copy): Promise<void> {
    copies.delete(key);
    await copy.file.then(({ fetched }) => fetched?.close()).catch(() => undefined);
    const { folder } = copy.place;
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  async function shrink(kept: number): Promise<void> {
    const unused = [...copies].filter(([, copy]) => copy.users === 0);
    const oldest = unused.toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed);
    for (const [key, copy] of oldest.slice(0, Math.max(0, unused.length - kept))) {
      await remove(key, copy);
    }
  }

  async function begin(key: string, place: Place): Promise<SourceFile> {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-source-'));
    place.folder = folder;
    const path = join(folder, 'source');
    try {
      return { path, fetched: await createFetchedFile(storage, key, path) };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  return {
    async with(key, use) {
      const own = storage.localPath(key);
      if (own !== null) return use({ path: own, fetched: null });
      let copy = copies.get(key);
      if (!copy) {
        const place: Place = { folder: null };
        copy = { file: begin(key, place), place, users: 0, lastUsed: 0 };
        copies.set(key, copy);
        copy.file.catch(() => copies.delete(key));
      }
      copy.users += 1;
      try {
        return await use(await copy.file);
      } finally {
        copy.users -= 1;
        copy.lastUsed = performance.now();
        await shrink(MAX_UNUSED);
      }
    },
    close: () => shrink(0),
  };
}

/** So much is fetched ahead of a source that is read from front to back. */
const AHEAD_BYTES = 16 * 1024 * 1024;

/**
 * The bytes of a source, which are fetched when they are read; the caller closes it. `sizeBytes` is
 * given for a file that is still growing, `isInOrder` when it is read from front to back.
 */
export async function openSource(
  { path, fetched }: SourceFile,
  signal: AbortSignal,
  { sizeBytes, isInOrder = false }: { sizeBytes?: number; isInOrder?: boolean } = {},
): Promise<ByteSource & AsyncDisposable> {
  const source = await openByteSource(path, sizeBytes);
  if (!fetched) return source;
  return {
    ...source,
    async read(start, end) {
      await fetched.need([{ start, end }], signal);
      // A fault here comes again where the bytes are waited for.
      const ahead = [{ start: end, end: end + AHEAD_BYTES }];
      if (isInOrder) void fetched.need(ahead, signal).catch(() => undefined);
      return source.read(start, end);
    },
  };
}
