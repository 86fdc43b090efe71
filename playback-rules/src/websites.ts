// RFC 3986 §3.2: user info may stand before the host, and a port behind it.
const HOST_OF = /^https?:\/\/(?:[^/?#@\\]*@)?([^/?#:@[\]\\]+)(?::[0-9]*)?(?:[/?#]|$)/i;

/** Finds the host of an `Origin` or `Referer`, in lower case; null where it is no website, as of `null`. */
export function getWebsite(referrer: string): string | null {
  const host = HOST_OF.exec(referrer)?.[1];
  return host === undefined ? null : host.toLowerCase().replace(/\.$/, '');
}

/** `*.example.com` covers the names below it, and not itself. */
export function isListed(domains: readonly string[], website: string): boolean {
  return domains.some((domain) =>
    domain.startsWith('*.') ? website.endsWith(domain.slice(1)) : website === domain,
  );
}
