import { Readable } from 'node:stream';
import type { Appended } from './types.ts';

export type SourceItem =
  | { chunk: Uint8Array }
  | { chunk: null; complete: true }
  | { chunk: null; complete: false; cause: unknown };

export type Source = {
  /** Never rejects: a source that breaks off, and an abort, are its last item. */
  next: () => Promise<SourceItem>;
  /** Stops waiting and reading; a `Readable` stays undestroyed, a generator's `finally` runs. */
  stop: (cause: unknown) => void;
};

/** Reads a source chunk by chunk so that its end, its breaking off and an abort look alike. */
export function readSource(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Source {
  const iterator: AsyncIterator<Uint8Array> =
    source instanceof Readable
      ? source.iterator({ destroyOnReturn: false })
      : source[Symbol.asyncIterator]();
  let last: SourceItem | null = null;
  let wake: ((item: SourceItem) => void) | null = null;

  function end(item: SourceItem) {
    if (last) return;
    last = item;
    signal?.removeEventListener('abort', onAbort);
    wake?.(item);
  }
  function stop(cause: unknown) {
    if (last) return;
    end({ chunk: null, complete: false, cause });
    // The call isn't awaited, as a generator answers it only after its next chunk.
    iterator.return?.().catch(() => {});
  }
  function onAbort() {
    stop(signal?.reason);
  }
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort);

  return {
    stop,
    next: () =>
      // There is one promise per chunk and no Promise.race, which would add a reaction for each chunk to the
      // promise that lives longest.
      new Promise((resolve) => {
        if (last) return resolve(last);
        wake = resolve;
        iterator.next().then(
          (result) => {
            if (result.done) end({ chunk: null, complete: true });
            else resolve({ chunk: result.value });
          },
          (cause: unknown) => end({ chunk: null, complete: false, cause }),
        );
      }),
  };
}

/**
 * Returns how an append ended. A checkpoint may be refused after the last byte was read: the append
 * ends there.
 */
export function toAppended(size: number, end: { complete: true } | { cause: unknown }): Appended {
  return 'cause' in end ? { size, complete: false, cause: end.cause } : { size, complete: true };
}
