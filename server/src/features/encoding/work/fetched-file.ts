import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ProbeError } from '@kinora/media/cage/errors';
import type { ByteRange } from '@kinora/media/source-ranges';
import { type Storage, StorageError } from '@kinora/storage/storage';

/** A local copy of a stored object that holds only the ranges that were needed. */
export type FetchedFile = {
  /** Fetches the missing bytes of some ranges. */
  need(ranges: readonly ByteRange[], signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

const BLOCK_BYTES = 64 * 1024;
/** One request fetches as many blocks at most, so that others need not wait for all of a file. */
const MAX_BLOCKS = 128;
/** A caller sends so many requests at once. */
const MAX_REQUESTS = 6;
/** So many answers in a row may bring no byte. */
const MAX_EMPTY_ANSWERS = 4;

const [ABSENT, COMING, THERE] = [0, 1, 2];

type Run = { first: number; end: number };

/**
 * Makes a file as long as the object `key`, with holes where nothing was needed: readers must have
 * called `need` for their ranges first. Blocks are fetched once, however many need them.
 */
export async function createFetchedFile(
  storage: Storage,
  key: string,
  path: string,
): Promise<FetchedFile> {
  const found = await storage.stat(key);
  if (!found) throw new ProbeError('unreadable', 'the stored file is not there');
  const { sizeBytes } = found;
  const file = await open(path, 'w');
  await file.truncate(sizeBytes);
  const blocks = new Uint8Array(Math.ceil(sizeBytes / BLOCK_BYTES));
  const coming = new Set<{ run: Run; done: Promise<unknown> }>();

  /** Finds the next run of blocks that are neither there nor being fetched. */
  function findAbsent({ first, end }: Run): Run | null {
    let from = first;
    while (from < end && blocks[from] !== ABSENT) from += 1;
    if (from === end) return null;
    let until = from + 1;
    while (until < end && until - from < MAX_BLOCKS && blocks[until] === ABSENT) until += 1;
    return { first: from, end: until };
  }

  async function fetchRun(run: Run): Promise<void> {
    blocks.fill(COMING, run.first, run.end);
    try {
      const end = Math.min(sizeBytes, run.end * BLOCK_BYTES);
      await download(storage, key, file, { start: run.first * BLOCK_BYTES, end });
      blocks.fill(THERE, run.first, run.end);
    } catch (error) {
      blocks.fill(ABSENT, run.first, run.end);
      throw error;
    }
  }

  /** Takes blocks in turn until all of them are there or come. */
  async function fetchInTurn(wanted: readonly Run[], stop: AbortSignal): Promise<void> {
    for (const part of wanted) {
      for (let run = findAbsent(part); run; run = findAbsent(part)) {
        stop.throwIfAborted();
        const one = { run, done: fetchRun(run) };
        coming.add(one);
        await one.done.finally(() => coming.delete(one));
      }
    }
  }

  return {
    async need(ranges, signal) {
      const wanted = toRuns(ranges, sizeBytes);
      for (;;) {
        const failed = new AbortController();
        const stop = AbortSignal.any([signal, failed.signal]);
        const takers = Array.from({ length: MAX_REQUESTS }, () =>
          fetchInTurn(wanted, stop).catch((error: unknown) => failed.abort(error)),
        );
        await Promise.all(takers);
        signal.throwIfAborted();
        if (failed.signal.aborted) throw failed.signal.reason;
        const others = [...coming].filter(({ run }) => wanted.some((part) => overlaps(run, part)));
        if (others.length === 0) return;
        // A block that failed for another caller is tried again for this one.
        await Promise.allSettled(others.map(({ done }) => done));
      }
    },
    close: () => file.close(),
  };
}

function overlaps(a: Run, b: Run): boolean {
  return a.first < b.end && b.first < a.end;
}

/** Whole blocks, joined where they touch. */
function toRuns(ranges: readonly ByteRange[], sizeBytes: number): Run[] {
  const runs: Run[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const stop = Math.min(end, sizeBytes);
    if (stop <= start) continue;
    const run = { first: Math.floor(start / BLOCK_BYTES), end: Math.ceil(stop / BLOCK_BYTES) };
    const last = runs.at(-1);
    if (last && run.first <= last.end) last.end = Math.max(last.end, run.end);
    else runs.push(run);
  }
  return runs;
}

/** Fetches a range, and goes on where an answer broke off. */
async function download(
  storage: Storage,
  key: string,
  file: FileHandle,
  { start, end }: ByteRange,
): Promise<void> {
  let have = start;
  for (let emptyAnswers = 0; emptyAnswers < MAX_EMPTY_ANSWERS; emptyAnswers += 1) {
    const opened = await storage.open(key, { start: have, end: end - 1 });
    if (!opened) throw new ProbeError('unreadable', 'the stored file is not there');
    const before = have;
    have += await write(opened.body, file, have);
    if (have === end) return;
    if (have > before) emptyAnswers = -1;
  }
  throw new StorageError('unavailable', `a source broke off at ${have} bytes`);
}

/** @returns how many bytes came: a body that breaks off is no error, a disk that is full is one */
async function write(body: Readable, file: FileHandle, at: number): Promise<number> {
  let bytes = 0;
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(() => null);
    if (!next || next.done) return bytes;
    const chunk = next.value as Buffer;
    for (let put = 0; put < chunk.length;) {
      const written = file.write(chunk, put, chunk.length - put, at + bytes);
      const { bytesWritten } = await written.catch((error: unknown) => {
        body.destroy();
        throw toDiskError(error);
      });
      put += bytesWritten;
      bytes += bytesWritten;
    }
  }
}

function toDiskError(error: unknown): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
  return isFull ? new StorageError('full', 'no room for a source') : error;
}
