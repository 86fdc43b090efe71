import { z } from 'zod';

/**
 * The pace of one encoding, measured each time that its progress is recorded. It is kept with the revision,
 * so that everyone is told the same time left.
 *
 * The rate is the share of all segments made per second, weighted exponentially over about half a minute; it
 * gives the end of the work. When that end comes nearer, the end that is told moves halfway at once. When it
 * moves away, the time left rises by an eighth of itself or 5 s at a time, and by no more than the time that
 * has passed, so that it never leaps up.
 */
export const Pace = z.object({
  /** ms since 1970 */
  beganAt: z.number(),
  measuredAt: z.number(),
  /** Segments that are made, of all that the whole waits for. */
  done: z.number(),
  total: z.number(),
  /** Exponentially weighted share a second, and the weight gathered so far. */
  sum: z.number(),
  weight: z.number(),
  /** Says when the work ends, as it is told; null while too little is known. */
  endsAt: z.number().nullable(),
});
export type Pace = z.infer<typeof Pace>;

/** Reads a revision's column; null while no pace is measured, or when another build stored another form. */
export function readPace(stored: unknown): Pace | null {
  return Pace.safeParse(stored).data ?? null;
}

/** Half a minute of work outweighs everything before. */
const SMOOTHING_MS = 30_000;
/** A rate is meaningless in its first moments. */
const SILENT_MS = 4000;
const MIN_RISE_MS = 5000;
/** Beyond this delay after the end that was told, the time left is unknown. */
const MAX_OVERDUE_MS = 15_000;

/** The pace after `done` of `total` segments are made. */
export function measurePace(last: Pace | null, done: number, total: number, nowMs: number): Pace {
  if (last === null || done < last.done || total !== last.total) {
    return { beganAt: nowMs, measuredAt: nowMs, done, total, sum: 0, weight: 0, endsAt: null };
  }
  const spanMs = nowMs - last.measuredAt;
  if (spanMs <= 0) return { ...last, done };
  const keep = Math.exp(-spanMs / SMOOTHING_MS);
  const share = (done - last.done) / Math.max(1, total) / (spanMs / 1000);
  const pace = {
    beganAt: last.beganAt,
    measuredAt: nowMs,
    done,
    total,
    sum: last.sum * keep + share * (1 - keep),
    weight: last.weight * keep + (1 - keep),
  };
  return { ...pace, endsAt: tellEnd(pace, last.endsAt, spanMs) };
}

function tellEnd(pace: Omit<Pace, 'endsAt'>, told: number | null, spanMs: number): number | null {
  const rate = pace.weight === 0 ? 0 : pace.sum / pace.weight;
  if (rate <= 0 || pace.measuredAt - pace.beganAt < SILENT_MS) return told;
  const found = pace.measuredAt + ((1 - pace.done / Math.max(1, pace.total)) / rate) * 1000;
  // The end that was told is long over: nothing is left to be kept to.
  if (told === null || pace.measuredAt - told > MAX_OVERDUE_MS) return found;
  if (found < told) return (found + told) / 2;
  const rise = Math.max(MIN_RISE_MS, (told - pace.measuredAt) / 8);
  // The rest has fallen by what passed already.
  return Math.min(found, told + Math.min(2 * spanMs, rise));
}

/** Seconds until the end that is told; null while it is unknown. */
export function getSecondsLeft(pace: Pace | null, nowMs: number): number | null {
  if (pace === null || pace.endsAt === null) return null;
  const leftMs = pace.endsAt - nowMs;
  return leftMs < -MAX_OVERDUE_MS ? null : Math.max(1, Math.round(leftMs / 1000));
}

/** Seconds of video that are made in a second of the clock, all outputs together; null while unknown. */
export function getSpeed(pace: Pace | null, durationSeconds: number | null): number | null {
  if (pace === null || pace.endsAt === null || durationSeconds === null) return null;
  return Math.round((pace.sum / pace.weight) * durationSeconds * 100) / 100;
}
