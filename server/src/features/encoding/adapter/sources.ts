import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProbeError } from '@kinora/media/errors';
import type { Storage } from '@kinora/storage/storage';

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
  const opened = await storage.open(key);
  if (!opened) throw new ProbeError('unreadable', 'the stored file is not there');
  const folder = await mkdtemp(join(tmpdir(), 'kinora-source-'));
  made(folder);
  const path = join(folder, 'source');
  await pipeline(opened.body, createWriteStream(path));
  return path;
}
