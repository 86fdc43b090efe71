/** Failed tries within the window before an address or account has to wait. */
export const failuresAllowed = { account: 5, address: 30 } as const;
export const failureWindowMs = 15 * 60 * 1000;

export const sessionLifetimeMs = 30 * 24 * 60 * 60 * 1000;
export const resetLifetimeMs = 60 * 60 * 1000;

/**
 * Seconds to wait, or 0 when the try that was just counted is allowed; the window starts at the
 * first one.
 */
export function waitSeconds(
  counted: { tries: number; firstAt: Date } | undefined,
  allowed: number,
  now: Date,
): number {
  if (!counted || counted.tries <= allowed) return 0;
  const left = counted.firstAt.getTime() + failureWindowMs - now.getTime();
  return left <= 0 ? 0 : Math.ceil(left / 1000);
}

/**
 * What counts as one address: an IPv6 network of 64 bits, the least that a subscriber has
 * (RFC 6177), and an IPv4 address however it is written.
 */
export function addressSubject(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
