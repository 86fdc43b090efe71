/** Refusals reach one network at this pace. */
export type RefusalPace = {
  /** So many are sent at once, as a person's mistakes and a page's missing files come. */
  burst: number;
  perSecond: number;
  maxWaitMs: number;
  /** Further requests are cut off: their client does not wait for answers. */
  maxWaiting: number;
};

// A client that sends rubbish without a pause would take a whole process. Delays bring it down to
// the cost of twenty refusals a second. No ordinary client is refused that often.
export const REFUSAL_PACE: RefusalPace = {
  burst: 100,
  perSecond: 20,
  maxWaitMs: 30_000,
  maxWaiting: 1000,
};

/** Beyond that the oldest networks are forgotten: each costs some hundred bytes. */
const MAX_NETWORKS = 10_000;

export type RefusalDelays = {
  /** Resolves when the answer may be sent, or when it is closed. */
  delay: (network: string, answer: Closable) => Promise<void>;
  /** Releases all delayed answers, and delays none from now on: the server ends. */
  end: () => void;
};
type Closable = {
  once: (event: 'close', listener: () => void) => unknown;
  destroy: () => unknown;
};

/** Sends refusals to each network at a pace. */
export function delayRefusals(pace: RefusalPace): RefusalDelays {
  const takeTurn = paceRefusals(pace);
  const waiting = new Map<string, Set<() => void>>();
  let hasEnded = false;
  return {
    async delay(network, answer) {
      const waitMs = takeTurn(network);
      if (waitMs === 0 || hasEnded) return;
      const others = waiting.get(network) ?? new Set();
      if (others.size >= pace.maxWaiting) return void answer.destroy();
      waiting.set(network, others);
      await new Promise<void>((resolve) => {
        const release = () => {
          if (!others.delete(release)) return;
          clearTimeout(timer);
          if (others.size === 0) waiting.delete(network);
          resolve();
        };
        const timer = setTimeout(release, waitMs);
        others.add(release);
        answer.once('close', release);
      });
    },
    end() {
      hasEnded = true;
      for (const releases of waiting.values()) for (const release of releases) release();
    },
  };
}

/**
 * Counts the refusals of each network (GCRA, ATM Forum TM 4.0 §4.4.2).
 *
 * @param now milliseconds that never run back
 * @returns a function that takes a network's next turn and returns the milliseconds until it comes
 */
export function paceRefusals(
  { burst, perSecond, maxWaitMs }: RefusalPace,
  now: () => number = () => performance.now(),
): (network: string) => number {
  const everyMs = 1000 / perSecond;
  /** At this pace all taken turns would be over by then. */
  const takenUntilMs = new Map<string, number>();
  return (network) => {
    const nowMs = now();
    const untilMs = Math.max(takenUntilMs.get(network) ?? 0, nowMs);
    const waitMs = Math.max(0, untilMs - nowMs - (burst - 1) * everyMs);
    takenUntilMs.delete(network);
    // Nothing is added beyond the longest wait, so a network is well again soon after a flood.
    takenUntilMs.set(network, waitMs < maxWaitMs ? untilMs + everyMs : untilMs);
    for (const oldest of takenUntilMs.keys()) {
      if (takenUntilMs.size <= MAX_NETWORKS) break;
      takenUntilMs.delete(oldest);
    }
    return Math.min(waitMs, maxWaitMs);
  };
}
