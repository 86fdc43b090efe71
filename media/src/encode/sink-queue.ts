// This lets ffmpeg go on through a slow upload of a large segment, and is small enough for many
// renditions.
const MAX_QUEUED_BYTES = 24 * 1024 * 1024;

/**
 * Runs one rendition's sink calls in order, beside the reading of its pipe. `push` waits while more
 * than 24 MiB are queued, so that a slow sink blocks ffmpeg instead of filling memory; renditions
 * do not wait for each other. A failed call fails the next `push` or `drained`.
 */
export function createSinkQueue(onCall: (started: boolean) => void): {
  push: (bytes: number, call: () => Promise<void>) => Promise<void>;
  drained: () => Promise<void>;
} {
  let queued = 0;
  let failed: { error: unknown } | null = null;
  let tail: Promise<void> = Promise.resolve();
  let wake: () => void = () => undefined;

  const runNext = async (bytes: number, call: () => Promise<void>): Promise<void> => {
    try {
      if (!failed) await call();
    } catch (error) {
      failed = { error };
    } finally {
      queued -= bytes;
      onCall(false);
      wake();
    }
  };
  const throwIfFailed = (): void => {
    if (failed) throw failed.error;
  };
  return {
    push: async (bytes, call) => {
      throwIfFailed();
      queued += bytes;
      onCall(true);
      tail = tail.then(() => runNext(bytes, call));
      while (queued > MAX_QUEUED_BYTES && queued > bytes && !failed)
        await new Promise<void>((resolve) => (wake = resolve));
      throwIfFailed();
    },
    drained: async () => {
      await tail;
      throwIfFailed();
    },
  };
}
