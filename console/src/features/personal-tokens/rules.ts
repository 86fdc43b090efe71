/** Days until a new token ends; null never ends. */
export const lifetimes = [30, 90, 365, null] as const;
export type LifetimeDays = (typeof lifetimes)[number];

const dayMs = 86_400_000;

/** RFC 3339 time at which a token of that lifetime ends; null for one without an end. */
export function expiryOf(days: LifetimeDays, nowMs: number): string | null {
  return days === null ? null : new Date(nowMs + days * dayMs).toISOString();
}

export type ExpiryState = 'never' | 'expired' | 'soon' | 'later';

/** `soon` is the last week, when a token wants replacing. */
export function expiryState(expiresAt: string | null, nowMs: number): ExpiryState {
  if (expiresAt === null) return 'never';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs < 7 * dayMs ? 'soon' : 'later';
}
