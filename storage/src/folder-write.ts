import type { FileHandle } from 'node:fs/promises';
import { StorageError } from './errors.ts';
import { listPlaces } from './layout.ts';
import type { Layout } from './layout.ts';
import { toAppended, type Source } from './source.ts';
import type { Appended } from './types.ts';
import { CHECKPOINT_BYTES } from './types.ts';

// A large write costs less per byte: a single upload gets half a megabyte, many share what all of
// them may gather (and write) in this process, and none gets less than a socket delivers.
const MAX_GATHERED_BYTES = 6 * 1024 * 1024;
const MIN_BATCH_BYTES = 64 * 1024;
const MAX_BATCH_BYTES = 512 * 1024;
// This is far below IOV_MAX (1,024), for sources that drip.
const MAX_BATCH_CHUNKS = 256;
// A reader of a slow upload gets older bytes with the next chunk.
const MAX_BATCH_MS = 500;

let writers = 0;

function getBatchLimit(): number {
  return Math.min(MAX_BATCH_BYTES, Math.max(MIN_BATCH_BYTES, MAX_GATHERED_BYTES / writers));
}

export type WriteOptions = {
  offset: number;
  maxSize: number;
  source: Source;
  checkpoint?: ((size: number) => void | Promise<void>) | undefined;
  arrived?: ((size: number) => void) | undefined;
  /** Places of the bytes; without it one behind the other. */
  layout?: Layout | null;
};

/**
 * Writes a source into a file from `offset` and makes it durable. Reading, writing and the syncs of
 * checkpoints overlap. On `too_large` and on an error of the file system uncounted bytes may be
 * left at the end; the caller cuts them.
 */
export async function writeSource(handle: FileHandle, options: WriteOptions): Promise<Appended> {
  const { source } = options;
  const sync = createCheckpoints(handle, options);
  let written = options.offset;
  let writing: Promise<void> = Promise.resolve();
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let batchSince = 0;

  async function flush(): Promise<void> {
    const position = written + batchBytes;
    await writing;
    writing = writePlaced(handle, batch, written, batchBytes, options.layout).then(() => {
      options.arrived?.(position);
      sync.written(position);
    });
    // The next flush awaits it; until then a failure must not count as unhandled.
    writing.catch(source.stop);
    written = position;
    batch = [];
    batchBytes = 0;
  }

  writers++;
  try {
    let item = await source.next();
    while (item.chunk !== null) {
      const { chunk } = item;
      if (written + batchBytes + chunk.length > options.maxSize) {
        throw new StorageError('too_large', `More than ${options.maxSize} bytes`);
      }
      if (batchBytes === 0) batchSince = performance.now();
      batch.push(chunk);
      batchBytes += chunk.length;
      const isOld = performance.now() - batchSince > MAX_BATCH_MS;
      if (isOld || batchBytes >= getBatchLimit() || batch.length >= MAX_BATCH_CHUNKS) await flush();
      item = await source.next();
    }
    await flush();
    await writing;
    await sync.settled();
    await handle.datasync();
    return toAppended(written, sync.refusal() ?? item);
  } catch (error) {
    // No write may be running when the caller cuts the file.
    await Promise.allSettled([writing, sync.settled()]);
    throw error;
  } finally {
    writers--;
  }
}

async function writePlaced(
  handle: FileHandle,
  chunks: Uint8Array[],
  offset: number,
  length: number,
  layout: WriteOptions['layout'],
): Promise<void> {
  if (!layout) return await writeAll(handle, chunks, offset);
  let rest = chunks;
  for (const place of listPlaces(layout, offset, length)) {
    const [here, behind] = splitChunks(rest, place.length);
    await writeAll(handle, here, place.position);
    rest = behind;
  }
}

/** Splits off the first `length` bytes of `chunks`. */
function splitChunks(chunks: Uint8Array[], length: number): [Uint8Array[], Uint8Array[]] {
  let left = length;
  const first: Uint8Array[] = [];
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.length > left) {
      first.push(chunk.subarray(0, left));
      return [first, [chunk.subarray(left), ...chunks.slice(at + 1)]];
    }
    first.push(chunk);
    left -= chunk.length;
  }
  return [first, []];
}

async function writeAll(handle: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  let { bytesWritten } = await handle.writev(chunks, position);
  let at = position;
  for (const chunk of chunks) {
    // After a short write, as on a disk that is filling, the rest is written chunk by chunk.
    for (let done = Math.min(bytesWritten, chunk.length); done < chunk.length;) {
      const rest = await handle.write(chunk, done, chunk.length - done, at + done);
      done += rest.bytesWritten;
    }
    bytesWritten = Math.max(0, bytesWritten - chunk.length);
    at += chunk.length;
  }
}

/** Creates checkpoints: they sync about each 64 MB beside the writing, one sync at a time. */
function createCheckpoints(handle: FileHandle, { offset, source, checkpoint }: WriteOptions) {
  let last = offset;
  let running: Promise<void> | null = null;
  let refusal: { cause: unknown } | null = null;

  async function sync(size: number): Promise<void> {
    await handle.datasync();
    try {
      await checkpoint?.(size);
    } catch (cause) {
      refusal ??= { cause };
      source.stop(cause);
    }
  }
  return {
    refusal: () => refusal,
    written(size: number): void {
      if (running || size - last < CHECKPOINT_BYTES) return;
      last = size;
      running = sync(size);
      running.then(
        () => (running = null),
        // `running` keeps the error, so that `settled` throws it.
        (error: unknown) => source.stop(error),
      );
    },
    async settled(): Promise<void> {
      await running;
    },
  };
}
