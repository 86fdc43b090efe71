import { Readable } from 'node:stream';
import { StorageError } from '@kinora/storage/storage';
import type { EdgeStorage } from './edge-storage.ts';
import type { ByteRange } from './range.ts';

/** Max time for a small object as a whole. Storage that hangs counts as failing. */
const READ_TIMEOUT_MS = 2000;

/** A read that broke off or fell silent, and may succeed when repeated. */
export class BrokenRead extends StorageError {
  constructor(cause?: unknown) {
    super('unavailable', cause === undefined ? 'storage is silent' : 'a read broke off', { cause });
  }
}

/** Reads a second time after a `BrokenRead`. */
export async function tryTwice<R>(read: () => Promise<R>): Promise<R> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof BrokenRead)) throw error;
    return read();
  }
}

/**
 * Rejects with `BrokenRead` when the work takes longer. The work itself goes on, and `discard` gets
 * its late result.
 */
export async function withTimeout<R>(
  work: Promise<R>,
  ms = READ_TIMEOUT_MS,
  discard?: (late: R) => void,
): Promise<R> {
  const watch = watchSilence(ms);
  try {
    return await watch.guard(work, discard);
  } finally {
    watch.stop();
  }
}

export type SilenceWatch = {
  /** Works like `withTimeout`, but each progress restarts the time. */
  guard: <R>(work: Promise<R>, discard?: (late: R) => void) => Promise<R>;
  recordProgress: () => void;
  stop: () => void;
};

/** Watches all the steps of a read with one timer. */
export function watchSilence(ms: number): SilenceWatch {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  silence.catch(() => undefined);
  const timer = setTimeout(() => reject(new BrokenRead()), ms);
  return {
    async guard(work, discard = () => undefined) {
      try {
        return await Promise.race([work, silence]);
      } catch (error) {
        work.then(discard, () => undefined);
        throw error;
      }
    },
    recordProgress: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

/** Opens a body to send on; null when there is no such object. It fails when storage falls silent. */
export async function openStream(
  storage: Pick<EdgeStorage, 'open'>,
  key: string,
  range: ByteRange | null,
  silenceMs: number,
): Promise<Readable | null> {
  const opened = await tryTwice(() =>
    withTimeout(storage.open(key, range ?? undefined), silenceMs, (late) => late?.body.destroy()),
  );
  return opened && Readable.from(breakOnSilence(opened.body, silenceMs), { objectMode: false });
}

/** A reader that is slower than storage does not count as silence of the storage. */
async function* breakOnSilence(body: Readable, silenceMs: number): AsyncGenerator<Buffer> {
  const chunks = body.iterator() as AsyncIterator<Buffer, undefined>;
  try {
    for (;;) {
      const { done, value } = await withTimeout(chunks.next(), silenceMs);
      if (done) return;
      yield value;
    }
  } finally {
    body.destroy();
  }
}
