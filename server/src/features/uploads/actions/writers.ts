import type { AppError } from '../../../base/errors.ts';
import { locked } from './lease.ts';

export type Writer = {
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
  giveWay: (uploadId: string, afterMs: number) => Promise<boolean>;
};

export function openWriters(): Writers {
  const writers = new Map<string, Writer & { left: Promise<void> }>();
  return {
    enter(uploadId, writer) {
      const { promise: left, resolve } = Promise.withResolvers<void>();
      const entry = { ...writer, left };
      writers.set(uploadId, entry);
      return () => {
        if (writers.get(uploadId) === entry) writers.delete(uploadId);
        resolve();
      };
    },
    async giveWay(uploadId, afterMs) {
      const writer = writers.get(uploadId);
      if (!writer) return false;
      if (!writer.isEnding()) {
        if (writer.waitedMs() < afterMs) return false;
        writer.abort(locked());
      }
      await writer.left;
      return true;
    },
  };
}
