import type { FileHandle } from 'node:fs/promises';
import { StorageError } from './errors.ts';
import { placesOf } from './layout.ts';
import type { Layout } from './layout.ts';
import { endOf, type Source } from './source.ts';
import type { Appended } from './types.ts';
import { CHECKPOINT_BYTES } from './types.ts';

// A large write costs less per byte: one upload alone gets half a megabyte, many share what all of
// them may gather (and have on its way) in this process, and none gets less than a socket gives.
const GATHERED_BYTES = 6 * 1024 * 1024;
const MIN_BATCH_BYTES = 64 * 1024;
const MAX_BATCH_BYTES = 512 * 1024;
// Far below IOV_MAX (1,024), for sources that drip.
const BATCH_CHUNKS = 256;
// Who reads along a slow upload sees what is older than this with the next chunk.
const MAX_BATCH_MS = 500;

let writers = 0;

function batchLimit(): number {
  return Math.min(MAX_BATCH_BYTES, Math.max(MIN_BATCH_BYTES, GATHERED_BYTES / writers));
}

export type WriteOptions = {
  offset: number;
  maxSize: number;
  source: Source;
  checkpoint?: ((size: number) => void | Promise<void>) | undefined;
  arrived?: ((size: number) => void) | undefined;
  /** Where the bytes belong; without it one behind the other. */
  layout?: Layout | null;
};

/**
 * Writes a source into a file from `offset` and makes it durable. Reading, writing and the syncs of
 * checkpoints overlap. On `too_large` and on an error of the file system bytes may be left beyond
 * what counts; the caller cuts them.
 */
export async function writeSource(handle: FileHandle, options: WriteOptions): Promise<Appended> {
  const { source } = options;
  const sync = checkpoints(handle, options);
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
    // Looked at by the next flush; until then a failure must not count as unhandled.
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
      if (isOld || batchBytes >= batchLimit() || batch.length >= BATCH_CHUNKS) await flush();
      item = await source.next();
    }
    await flush();
    await writing;
    await sync.settled();
    await handle.datasync();
    return endOf(written, sync.refusal() ?? item);
  } catch (error) {
    // No write may be under way when the caller cuts the file.
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
  for (const place of placesOf(layout, offset, length)) {
    const [here, behind] = divide(rest, place.length);
    await writeAll(handle, here, place.position);
    rest = behind;
  }
}

/** The first `length` bytes of `chunks`, and the others. */
function divide(chunks: Uint8Array[], length: number): [Uint8Array[], Uint8Array[]] {
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
    // A short write, as on a disk that is filling: the rest goes out piece by piece.
    for (let done = Math.min(bytesWritten, chunk.length); done < chunk.length;) {
      const rest = await handle.write(chunk, done, chunk.length - done, at + done);
      done += rest.bytesWritten;
    }
    bytesWritten = Math.max(0, bytesWritten - chunk.length);
    at += chunk.length;
  }
}

/** Syncs about each 64 MB beside the writing, one sync at a time. */
function checkpoints(handle: FileHandle, { offset, source, checkpoint }: WriteOptions) {
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
        // Kept in `running`, so that `settled` throws it.
        (error: unknown) => source.stop(error),
      );
    },
    async settled(): Promise<void> {
      await running;
    },
  };
}
