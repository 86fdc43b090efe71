const TICK_MS = 250;

/** Counts the time that an ad has to show something: not while a viewer has paused it. */
export type Clock = {
  /** Restarts the wait, with this limit. */
  expect(limitMs: number): void;
  stop(): void;
};

/** Calls `onSilence` once when the awaited step hasn't come in time, or everything has lasted too long. */
export function startClock(options: {
  limitMs: number;
  totalMs: number;
  isPaused: () => boolean;
  onSilence: () => void;
}): Clock {
  let { limitMs } = options;
  let silentMs = 0;
  let totalMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const passedMs = nowMs - lastMs;
    lastMs = nowMs;
    if (options.isPaused()) return;
    silentMs += passedMs;
    totalMs += passedMs;
    if (silentMs < limitMs && totalMs < options.totalMs) return;
    clearInterval(timer);
    options.onSilence();
  }, TICK_MS);
  return {
    expect(nextMs) {
      limitMs = nextMs;
      silentMs = 0;
    },
    stop: () => clearInterval(timer),
  };
}
