import type { Readable } from 'node:stream';
import type { EdgeStorage } from './edge-storage.ts';
import { openFile } from './file-bytes.ts';
import type { ByteRange } from './range.ts';

export interface MemoryLimits {
  /** Kept for the next request. */
  cacheBytes: number;
  /** Kept, being loaded and being sent, together. Beyond it bodies are streamed. */
  residentBytes: number;
  /** A larger object is always streamed. */
  objectBytes: number;
}

/** A body to send. The caller calls `release` once, when it has been sent or given up. */
export type ImmutableBody =
  | { kind: 'memory'; sizeBytes: number; bytes: Buffer; release(): void }
  | {
      kind: 'stream';
      sizeBytes: number;
      open(range: ByteRange | null): Promise<Readable | null>;
      release(): void;
    };

export interface ImmutableBytes {
  /** Null when storage has no such object. */
  open(key: string): Promise<ImmutableBody | null>;
}

interface Held {
  bytes: Buffer;
  users: number;
  cached: boolean;
}

/**
 * Objects whose key never changes its bytes, whole and from memory where that is affordable: one
 * read and one write per segment instead of a stream's many. Viewers of a popular video ask for
 * the same segments, so the last ones stay; requests for one that is being loaded share the load.
 */
export function createImmutableBytes(storage: EdgeStorage, limits: MemoryLimits): ImmutableBytes {
  const held = new Map<string, Held>();
  const loading = new Map<string, Promise<Held | { sizeBytes: number } | null>>();
  let cachedBytes = 0;
  let residentBytes = 0;

  function drop(key: string, entry: Held): void {
    held.delete(key);
    entry.cached = false;
    cachedBytes -= entry.bytes.length;
    if (entry.users === 0) residentBytes -= entry.bytes.length;
  }

  function keep(key: string, bytes: Buffer): Held {
    const entry = { bytes, users: 0, cached: true };
    held.set(key, entry);
    cachedBytes += bytes.length;
    for (const [oldestKey, oldest] of held) {
      if (cachedBytes <= limits.cacheBytes) break;
      if (oldest !== entry) drop(oldestKey, oldest);
    }
    return entry;
  }

  function use(entry: Held): ImmutableBody {
    entry.users += 1;
    return {
      kind: 'memory',
      sizeBytes: entry.bytes.length,
      bytes: entry.bytes,
      release() {
        entry.users -= 1;
        if (entry.users === 0 && !entry.cached) residentBytes -= entry.bytes.length;
      },
    };
  }

  /** Only the size of what is too large to be held. */
  async function load(key: string): Promise<Held | { sizeBytes: number } | null> {
    const source = await openSource(storage, key);
    if (!source) return null;
    const { sizeBytes } = source;
    const affordable =
      sizeBytes <= limits.objectBytes && residentBytes + sizeBytes <= limits.residentBytes;
    if (!affordable) {
      source.close();
      return { sizeBytes };
    }
    residentBytes += sizeBytes;
    try {
      return keep(key, await source.readAll());
    } catch (error) {
      residentBytes -= sizeBytes;
      throw error;
    } finally {
      source.close();
    }
  }

  return {
    async open(key) {
      const hit = held.get(key);
      if (hit) {
        held.delete(key);
        held.set(key, hit);
        return use(hit);
      }
      let flight = loading.get(key);
      if (!flight) {
        flight = load(key).finally(() => loading.delete(key));
        loading.set(key, flight);
      }
      const loaded = await flight;
      if (loaded === null) return null;
      if ('bytes' in loaded) return use(loaded);
      return {
        kind: 'stream',
        sizeBytes: loaded.sizeBytes,
        open: async (range) => (await storage.open(key, range ?? undefined))?.body ?? null,
        release: () => undefined,
      };
    },
  };
}

async function openSource(storage: EdgeStorage, key: string) {
  const path = storage.localPath(key);
  if (path !== null) return openFile(path);
  const object = await storage.open(key);
  if (!object) return null;
  const { body, sizeBytes } = object;
  return {
    sizeBytes,
    readAll: () => collect(body, sizeBytes),
    close: () => void body.destroy(),
  };
}

async function collect(body: Readable, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  let offset = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (offset + chunk.length > sizeBytes) throw new Error('object is longer than it said');
    offset += chunk.copy(bytes, offset);
  }
  if (offset < sizeBytes) throw new Error(`object ended at ${offset} of ${sizeBytes} bytes`);
  return bytes;
}
