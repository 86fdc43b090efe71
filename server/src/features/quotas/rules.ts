/**
 * One account may use so much in an hour by the clock. A fault or a stolen token must not fill the
 * database or the disk faster than a person notices; work done by hand or by a script that moves an
 * archive stays far below.
 */
export const MAX_AN_HOUR = {
  /** Twenty full calls of `POST /videos`, one each three minutes. */
  videos: 10_000,
  /** Bytes of files that uploads are begun for: some 5 Gbit/s through the whole hour. */
  uploadBytes: 2 * 1024 ** 4,
  /** A page each second; people open some hundreds. */
  pageViews: 3_600,
  /** Each sends four requests to a server outside. */
  keyServerTests: 300,
  /** Ten batches of the largest size, as their rows are kept for a month. */
  batchVideos: 1_000_000,
  /** Each sends a mail to somebody who may not want it. */
  invitations: 200,
  /** Each asks name servers twice, or calls a server outside. */
  domainChecks: 300,
} as const;

export type QuotaKind = keyof typeof MAX_AN_HOUR;

/**
 * Says whether `amount` more may be used on top of `used`. An account that has used nothing yet always may: one
 * file is as large as it is.
 */
export function isWithinQuota(kind: QuotaKind, used: number, amount: number): boolean {
  return used === 0 || used + amount <= MAX_AN_HOUR[kind];
}
