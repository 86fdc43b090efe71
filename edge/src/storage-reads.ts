import { Readable } from 'node:stream';
import { StorageError } from '@kinora/storage/storage';
import type { EdgeStorage } from './edge-storage.ts';
import type { ByteRange } from './range.ts';

/** For a small object, whole. A storage that hangs counts as one that fails. */
const READ_TIMEOUT_MS = 2000;

/** A read that broke off or fell silent, and may go well when it is begun anew. */
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
 * Rejects with `BrokenRead` when the work takes longer. The work itself goes on, and what comes of
 * it too late is given to `discard`.
 */
export async function withTimeout<R>(
  work: Promise<R>,
  ms = READ_TIMEOUT_MS,
  discard?: (late: R) => void,
): Promise<R> {
  const watch = watchSilence(ms);
  try {
    return await watch.over(work, discard);
  } finally {
    watch.stop();
  }
}

export type SilenceWatch = {
  /** As `withTimeout`, where the time begins anew with each sign of life. */
  over: <R>(work: Promise<R>, discard?: (late: R) => void) => Promise<R>;
  /** A sign of life. */
  hear: () => void;
  stop: () => void;
};

/** One timer for all the steps of a read. */
export function watchSilence(ms: number): SilenceWatch {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  silence.catch(() => undefined);
  const timer = setTimeout(() => reject(new BrokenRead()), ms);
  return {
    async over(work, discard = () => undefined) {
      try {
        return await Promise.race([work, silence]);
      } catch (error) {
        work.then(discard, () => undefined);
        throw error;
      }
    },
    hear: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

/** A body to be sent on; null when there is no such object. It breaks off where storage is silent. */
export async function openStream(
  storage: Pick<EdgeStorage, 'open'>,
  key: string,
  range: ByteRange | null,
  silenceMs: number,
): Promise<Readable | null> {
  const opened = await tryTwice(() =>
    withTimeout(storage.open(key, range ?? undefined), silenceMs, (late) => late?.body.destroy()),
  );
  return opened && Readable.from(breakingSilence(opened.body, silenceMs), { objectMode: false });
}

/** A reader that is slower than storage does not count as silence of the storage. */
async function* breakingSilence(body: Readable, silenceMs: number): AsyncGenerator<Buffer> {
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
