import type { Readable } from 'node:stream';

export type Body = AsyncIterable<Uint8Array> & {
  /** The time that the reader has been waiting for the client's next byte; 0 while it is not. */
  waitedMs: () => number;
};

export type BodyOptions = {
  /** Called before each chunk goes on: null lets it pass, a promise delays it. */
  admit: (bytes: number) => Promise<void> | null;
  onChunk: ((chunk: Uint8Array) => void) | null;
};

// The socket is paused with its first chunk that storage is not ready for.
const MAX_QUEUED_BYTES = 64 * 1024;

type Result = IteratorResult<Uint8Array, undefined>;
type Waiter = { since: number; settle: () => void };
const DONE: Result = { done: true, value: undefined };

/**
 * A request's body as a source for storage. Unlike a stream's own iterator it can be left in the
 * middle of a wait without destroying the request, so that an answer can still be sent.
 */
export function readBody(stream: Readable, { admit, onChunk }: BodyOptions): Body {
  const queue: Uint8Array[] = [];
  let queuedBytes = 0;
  let end: { error: unknown } | 'complete' | 'left' | null = null;
  let waiter: Waiter | null = null;
  let isAttached = false;

  const onEnd = () => finish('complete');
  const onError = (error: Error) => finish({ error });
  const onClose = () => finish({ error: new Error('The connection was closed') });

  function attach() {
    isAttached = true;
    if (stream.errored) return onError(stream.errored);
    if (stream.readableEnded) return onEnd();
    if (stream.destroyed) return onClose();
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  }
  function detach() {
    stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
  }
  function wake() {
    const { settle } = waiter ?? {};
    waiter = null;
    settle?.();
  }
  function onData(chunk: Uint8Array) {
    queue.push(chunk);
    queuedBytes += chunk.length;
    if (queuedBytes >= MAX_QUEUED_BYTES) stream.pause();
    wake();
  }
  function finish(how: NonNullable<typeof end>) {
    if (end) return;
    end = how;
    detach();
    wake();
  }
  /** The next chunk or the end; null when neither is there yet. */
  function take(): Result | null {
    const chunk = end === 'left' ? undefined : queue.shift();
    if (chunk) {
      queuedBytes -= chunk.length;
      if (stream.isPaused() && queuedBytes < MAX_QUEUED_BYTES) stream.resume();
      onChunk?.(chunk);
      return { done: false, value: chunk };
    }
    if (end === 'complete' || end === 'left') return DONE;
    if (end) throw end.error;
    return null;
  }
  async function next(): Promise<Result> {
    if (!isAttached) attach();
    if (queue.length === 0 && !end) {
      await new Promise<void>((settle) => {
        waiter = { since: performance.now(), settle };
      });
    }
    const [chunk] = queue;
    const delay = chunk ? admit(chunk.length) : null;
    if (delay) await delay;
    return take() ?? next();
  }
  async function leave(): Promise<Result> {
    finish('left');
    return DONE;
  }
  return {
    [Symbol.asyncIterator]: () => ({ next, return: leave }),
    waitedMs: () => (waiter ? performance.now() - waiter.since : 0),
  };
}
