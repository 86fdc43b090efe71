import type { Readable } from 'node:stream';
import { createBufferPool, sizeClass } from './buffer-pool.ts';
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

export interface MemoryLimits {
  /** Kept for the next request. */
  cacheBytes: number;
  /** Kept, being loaded and being sent, together. Beyond it bodies are streamed. */
  residentBytes: number;
  /** A larger object is always streamed. */
  objectBytes: number;
  /** Unused buffers kept for the next load, beside the others. */
  freeBytes: number;
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
  buffer: Buffer;
  bytes: Buffer;
  users: number;
  cached: boolean;
}

type Loaded = Held | { sizeBytes: number } | null;

interface Flight {
  result: Promise<Loaded>;
  waiters: number;
}

/**
 * Objects whose key never changes its bytes, whole and from memory where that is affordable: one
 * read and one write per segment instead of a stream's many. Viewers of a popular video ask for
 * the same segments, so the last ones stay; requests for one that is being loaded share the load.
 * A load that gets no byte for `silenceMs` is begun once more, and then given up for all who share it.
 */
export function createImmutableBytes(
  storage: EdgeStorage,
  limits: MemoryLimits,
  silenceMs: number,
): ImmutableBytes {
  const held = new Map<string, Held>();
  const loading = new Map<string, Flight>();
  const pool = createBufferPool(limits.freeBytes);
  let cachedBytes = 0;
  let residentBytes = 0;

  function free(buffer: Buffer): void {
    residentBytes -= buffer.length;
    pool.giveBack(buffer);
  }

  function keep(key: string, entry: Held): void {
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

  /** One user of an entry, who has been counted. */
  function bodyOf(entry: Held): ImmutableBody {
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

  async function readHeld(source: OpenFile, watch: SilenceWatch): Promise<Held> {
    const buffer = pool.take(source.sizeBytes);
    residentBytes += buffer.length;
    watch.hear();
    const reading = source.readInto(buffer, watch.hear);
    try {
      await watch.over(reading);
    } catch (error) {
      // A read that is stuck may write into it yet: until it ends the buffer is nobody else's.
      const release = () => free(buffer);
      reading.then(release, release);
      throw error instanceof BrokenRead ? error : new BrokenRead(error);
    }
    const bytes = buffer.subarray(0, source.sizeBytes);
    return { buffer, bytes, users: 0, cached: true };
  }

  /** Only the size of what is too large to be held. */
  async function load(key: string, flight: Flight): Promise<Loaded> {
    const watch = watchSilence(silenceMs);
    let source: OpenFile | null = null;
    try {
      source = await watch.over(openSource(storage, key), (late) => late?.close());
      if (!source) return null;
      const { sizeBytes } = source;
      const room = limits.residentBytes - residentBytes;
      if (sizeBytes > limits.objectBytes || sizeClass(sizeBytes) > room) return { sizeBytes };
      const entry = await readHeld(source, watch);
      // All at once: a waiter that is not yet counted would lose the buffer to the next load.
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
        return bodyOf(hit);
      }
      const loaded = await join(key);
      if (loaded === null) return null;
      if ('bytes' in loaded) return bodyOf(loaded);
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
