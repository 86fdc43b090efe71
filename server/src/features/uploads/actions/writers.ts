import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, notFound } from '../../../base/errors.ts';
import type { Sender, Writing } from '../queries.ts';
import { lockedError } from './lease.ts';

export type Writer = {
  sender: Sender;
  /** Its request's connection is gone, or its body is read to the end. */
  isEnding: () => boolean;
  waitedMs: () => number;
  abort: (reason: AppError) => void;
};

/** The requests of this process that write to uploads now. */
export type Writers = {
  /** @returns to be called when the writer has recorded all and given its lease back */
  enter: (uploadId: string, writer: Writer) => () => void;
  /**
   * A client that comes back finds its own dead request in the way: one that is ending is waited
   * for, one that has no byte for `afterMs` is ended.
   *
   * @returns whether there was one, so that what was read of the upload is out of date
   */
  preempt: (uploadId: string, afterMs: number) => Promise<boolean>;
  /**
   * Waits while a writer has bytes to store, `maxMs`. Behind a slow storage the end of a broken
   * connection is only seen once they are stored, and they count: an offset answered before is wrong.
   */
  waitUntilStored: (uploadId: string, maxMs: number) => Promise<void>;
  /** Ends all writers, and each that comes later; resolves when what they have is recorded. */
  close: () => Promise<void>;
};

/** Looks up which uploads are written by senders who may do so no more. */
export type FindRevoked = (writing: readonly Writing[]) => Promise<readonly string[]>;

/** The end of a body whose bytes are all read is seen within this time, on a busy machine too. */
const QUIET_MS = 250;

/**
 * @param rightsMs how often the rights of those who write are looked up: a request may send for hours, while
 *   its sender is suspended
 */
export function openWriters(findRevoked: FindRevoked, rightsMs: number): Writers {
  const writers = new Map<string, Writer & { left: Promise<void> }>();
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  function checkSoon(): void {
    if (writers.size > 0) timer ??= setTimeout(() => void check(), rightsMs);
  }
  async function check(): Promise<void> {
    const writing = [...writers].map(([uploadId, { sender }]) => ({ uploadId, sender }));
    // A database that is away for a moment takes nobody's rights.
    const revoked = await findRevoked(writing).catch(() => []);
    for (const id of revoked) writers.get(id)?.abort(notFound('upload'));
    timer = undefined;
    checkSoon();
  }
  return {
    enter(uploadId, writer) {
      const { promise: left, resolve } = Promise.withResolvers<void>();
      const entry = { ...writer, left };
      writers.set(uploadId, entry);
      checkSoon();
      if (isClosing) writer.abort(stoppingError());
      return () => {
        if (writers.get(uploadId) === entry) writers.delete(uploadId);
        resolve();
      };
    },
    async preempt(uploadId, afterMs) {
      const writer = writers.get(uploadId);
      if (!writer) return false;
      if (!writer.isEnding()) {
        if (writer.waitedMs() < afterMs) return false;
        writer.abort(lockedError());
      }
      await writer.left;
      return true;
    },
    async waitUntilStored(uploadId, maxMs) {
      const until = performance.now() + maxMs;
      for (;;) {
        const writer = writers.get(uploadId);
        const now = performance.now();
        if (!writer || writer.isEnding() || now >= until) return;
        const restMs = QUIET_MS - writer.waitedMs();
        if (restMs <= 0) return;
        await Promise.race([writer.left, sleep(Math.min(restMs, until - now))]);
      }
    },
    async close() {
      isClosing = true;
      for (const writer of writers.values()) writer.abort(stoppingError());
      while (writers.size > 0) await Promise.all([...writers.values()].map(({ left }) => left));
    },
  };
}

/** The client may try again at once: another process takes over, or this one comes back. */
function stoppingError(): AppError {
  return new AppError('unavailable', { retryAfterSeconds: 1 });
}
