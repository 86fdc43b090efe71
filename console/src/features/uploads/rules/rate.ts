/** Seconds over which a rate is smoothed: long enough to read, short enough to follow. */
const SMOOTHING_MS = 12_000;
/** A rate is meaningless in its first moments. */
const SILENT_MS = 3000;
const STALLED_MS = 15_000;
/** Progress comes in bursts; shorter spans measure the burst and not the line. */
const shortestSpanMs = 400;

/** Remembers one transfer's bytes; times are in ms of one clock. */
export type Rate = {
  startedAt: number;
  measuredAt: number;
  bytes: number;
  lastByteAt: number;
  /** Exponentially weighted bytes a second, and the weight gathered so far. */
  sum: number;
  weight: number;
};

export function startRate(bytes: number, now: number): Rate {
  return { startedAt: now, measuredAt: now, bytes, lastByteAt: now, sum: 0, weight: 0 };
}

/** The rate after `bytes` in all are sent. Fewer than before (when a part is sent again) is no progress. */
export function measure(rate: Rate, bytes: number, now: number): Rate {
  const spanMs = now - rate.measuredAt;
  const lastByteAt = bytes > rate.bytes ? now : rate.lastByteAt;
  if (bytes < rate.bytes) return { ...rate, bytes, measuredAt: now };
  if (spanMs < shortestSpanMs) return { ...rate, lastByteAt };
  const keep = Math.exp(-spanMs / SMOOTHING_MS);
  const sample = ((bytes - rate.bytes) / spanMs) * 1000;
  return {
    ...rate,
    measuredAt: now,
    bytes,
    lastByteAt,
    sum: rate.sum * keep + sample * (1 - keep),
    weight: rate.weight * keep + (1 - keep),
  };
}

export type Speed = {
  /** Null while nothing can be said. */
  bytesPerSecond: number | null;
  isStalled: boolean;
};

/** The rate as it can be shown at `now`; silence since the last measure slows it down. */
export function getSpeed(rate: Rate, now: number): Speed {
  const isStalled = now - rate.lastByteAt >= STALLED_MS;
  if (isStalled || now - rate.startedAt < SILENT_MS || rate.weight === 0) {
    return { bytesPerSecond: null, isStalled };
  }
  const silence = Math.max(0, now - rate.measuredAt - 1000);
  const keep = Math.exp(-silence / SMOOTHING_MS);
  const weight = rate.weight * keep + (1 - keep);
  return { bytesPerSecond: Math.max(0, (rate.sum * keep) / weight), isStalled };
}

/** Seconds for the rest, or null while that is anybody's guess. Never negative. */
export function getSecondsLeft(restBytes: number, bytesPerSecond: number | null): number | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null;
  return Math.max(0, restBytes) / bytesPerSecond;
}
