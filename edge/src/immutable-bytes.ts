import type { Readable } from 'node:stream';
import { createBufferPool, getSizeClass } from './buffer-pool.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { openFile, type OpenFile } from './file-bytes.ts';
import type { ByteRange } from './range.ts';
import {
  BrokenRead,
  openStream,
  type SilenceWatch,
  tryTwice,
  watchSilence,
} from './storage-reads.ts';

export type MemoryLimits = {
  /** Max bytes kept for the next request. */
  cacheBytes: number;
  /** Max bytes kept, being loaded and being sent, together. Beyond it bodies are streamed. */
  residentBytes: number;
  /** A larger object is always streamed. */
  objectBytes: number;
  /** Max bytes of unused buffers that are kept for the next load, beside the others. */
  freeBytes: number;
};

/** A body to send. The caller calls `release` once, when it has been sent or given up. */
export type ImmutableBody =
  | { kind: 'memory'; sizeBytes: number; bytes: Buffer; release(): void }
  | {
      kind: 'stream';
      sizeBytes: number;
      open(range: ByteRange | null): Promise<Readable | null>;
      release(): void;
    };

export type ImmutableBytes = {
  /** Null when storage has no such object. */
  open(key: string): Promise<ImmutableBody | null>;
};

type MemoryEntry = {
  buffer: Buffer;
  bytes: Buffer;
  users: number;
  cached: boolean;
};

type Loaded = MemoryEntry | { sizeBytes: number } | null;

type Flight = {
  result: Promise<Loaded>;
  waiters: number;
};

/**
 * Reads objects whose key never changes its bytes, whole and from memory where that is affordable: one read
 * and one write per segment instead of a stream's many. Viewers of a popular video request the same segments,
 * so recent ones are kept, and concurrent requests share one load. A load without a byte for `silenceMs` is
 * started once more, and then fails for all of its requests.
 */
export function createImmutableBytes(
  storage: EdgeStorage,
  limits: MemoryLimits,
  silenceMs: number,
): ImmutableBytes {
  const held = new Map<string, MemoryEntry>();
  const loading = new Map<string, Flight>();
  const pool = createBufferPool(limits.freeBytes);
  let cachedBytes = 0;
  let residentBytes = 0;

  function free(buffer: Buffer): void {
    residentBytes -= buffer.length;
    pool.release(buffer);
  }

  function keep(key: string, entry: MemoryEntry): void {
    held.set(key, entry);
    cachedBytes += entry.buffer.length;
    for (const [oldestKey, oldest] of held) {
      if (cachedBytes <= limits.cacheBytes) break;
      held.delete(oldestKey);
      oldest.cached = false;
      cachedBytes -= oldest.buffer.length;
      if (oldest.users === 0) free(oldest.buffer);
    }
  }

  /** The user of the body has been counted in the entry. */
  function toBody(entry: MemoryEntry): ImmutableBody {
    return {
      kind: 'memory',
      sizeBytes: entry.bytes.length,
      bytes: entry.bytes,
      release() {
        entry.users -= 1;
        if (entry.users === 0 && !entry.cached) free(entry.buffer);
      },
    };
  }

  async function readEntry(source: OpenFile, watch: SilenceWatch): Promise<MemoryEntry> {
    const buffer = pool.take(source.sizeBytes);
    residentBytes += buffer.length;
    watch.recordProgress();
    const reading = source.readInto(buffer, watch.recordProgress);
    try {
      await watch.guard(reading);
    } catch (error) {
      // A stuck read may still write into the buffer, which no other load gets until it ends.
      const release = () => free(buffer);
      reading.then(release, release);
      throw error instanceof BrokenRead ? error : new BrokenRead(error);
    }
    const bytes = buffer.subarray(0, source.sizeBytes);
    return { buffer, bytes, users: 0, cached: true };
  }

  /** Returns only the size of an object that is too large for memory. */
  async function load(key: string, flight: Flight): Promise<Loaded> {
    const watch = watchSilence(silenceMs);
    let source: OpenFile | null = null;
    try {
      source = await watch.guard(openSource(storage, key), (late) => late?.close());
      if (!source) return null;
      const { sizeBytes } = source;
      const room = limits.residentBytes - residentBytes;
      if (sizeBytes > limits.objectBytes || getSizeClass(sizeBytes) > room) return { sizeBytes };
      const entry = await readEntry(source, watch);
      // Nothing may come in between: a waiter that is not counted would lose the buffer to the next load.
      loading.delete(key);
      entry.users = flight.waiters;
      keep(key, entry);
      return entry;
    } finally {
      watch.stop();
      source?.close();
    }
  }

  function join(key: string): Promise<Loaded> {
    let flight = loading.get(key);
    if (!flight) {
      const begun: Flight = { result: Promise.resolve(null), waiters: 0 };
      loading.set(key, begun);
      begun.result = tryTwice(() => load(key, begun)).finally(() => {
        if (loading.get(key) === begun) loading.delete(key);
      });
      flight = begun;
    }
    flight.waiters += 1;
    return flight.result;
  }

  return {
    async open(key) {
      const hit = held.get(key);
      if (hit) {
        held.delete(key);
        held.set(key, hit);
        hit.users += 1;
        return toBody(hit);
      }
      const loaded = await join(key);
      if (loaded === null) return null;
      if ('bytes' in loaded) return toBody(loaded);
      return {
        kind: 'stream',
        sizeBytes: loaded.sizeBytes,
        open: (range) => openStream(storage, key, range, silenceMs),
        release: () => undefined,
      };
    },
  };
}

async function openSource(storage: EdgeStorage, key: string): Promise<OpenFile | null> {
  const path = storage.localPath(key);
  if (path !== null) {
    return openFile(path).catch((error: unknown) => {
      throw new BrokenRead(error);
    });
  }
  const object = await storage.open(key);
  if (!object) return null;
  const { body, sizeBytes } = object;
  return {
    sizeBytes,
    readInto: (buffer, progress) => collect(body, sizeBytes, buffer, progress),
    close: () => void body.destroy(),
  };
}

async function collect(
  body: Readable,
  sizeBytes: number,
  buffer: Buffer,
  progress: () => void,
): Promise<void> {
  let offset = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (offset + chunk.length > sizeBytes) throw new Error('object is longer than it said');
    offset += chunk.copy(buffer, offset);
    progress();
  }
  if (offset < sizeBytes) throw new Error(`object ended at ${offset} of ${sizeBytes} bytes`);
}
