/** Days until a new token ends; null never ends. */
export const LIFETIMES = [30, 90, 365, null] as const;
export type LifetimeDays = (typeof LIFETIMES)[number];

const DAY_MS = 86_400_000;

/** RFC 3339 time at which a token of that lifetime ends; null for one without an end. */
export function toExpiry(days: LifetimeDays, nowMs: number): string | null {
  return days === null ? null : new Date(nowMs + days * DAY_MS).toISOString();
}

export type ExpiryState = 'never' | 'expired' | 'soon' | 'later';

/** `soon` is the last week, when a token wants replacing. */
export function getExpiryState(expiresAt: string | null, nowMs: number): ExpiryState {
  if (expiresAt === null) return 'never';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs < 7 * DAY_MS ? 'soon' : 'later';
}
