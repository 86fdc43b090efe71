/** Failures within the window before an address or account has to wait. */
export const failuresAllowed = { account: 5, address: 30 } as const;
export const failureWindowMs = 15 * 60 * 1000;

export const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
export const resetLifetimeMs = 60 * 60 * 1000;

/** Seconds to wait, or 0 when another try is allowed; the window starts at the first failure. */
export function waitSeconds(
  failed: { failures: number; firstAt: Date } | undefined,
  allowed: number,
  now: Date,
): number {
  if (!failed || failed.failures < allowed) return 0;
  const left = failed.firstAt.getTime() + failureWindowMs - now.getTime();
  return left <= 0 ? 0 : Math.ceil(left / 1000);
}
