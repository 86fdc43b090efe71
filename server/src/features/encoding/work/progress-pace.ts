/** Progress of one revision is recorded, and announced, no more often than this. */
export const PROGRESS_MS = 1000;

export type ProgressPace = {
  /** Something more of a revision is made. */
  add: (revisionKey: string) => void;
  close: () => void;
};

/**
 * Records progress of all revisions together, at once after a pause and else a second after the last time, so
 * that the number of statements does not grow with the segments.
 *
 * @param record answers the revisions whose progress another worker has just recorded
 */
export function createProgressPace(
  record: (revisionKeys: string[]) => Promise<readonly string[]>,
  onTrouble: (error: unknown) => void,
): ProgressPace {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = -Infinity;
  let isClosed = false;

  function plan(): void {
    if (timer !== undefined || changed.size === 0 || isClosed) return;
    timer = setTimeout(() => void flush(), Math.max(0, lastAt + PROGRESS_MS - performance.now()));
  }

  async function flush(): Promise<void> {
    lastAt = performance.now();
    const keys = [...changed];
    changed.clear();
    try {
      for (const key of await record(keys)) changed.add(key);
    } catch (error) {
      onTrouble(error);
    }
    timer = undefined;
    plan();
  }

  return {
    add(revisionKey) {
      changed.add(revisionKey);
      plan();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
