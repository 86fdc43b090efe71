// RFC 3986 §3.2: user info may stand before the host, and a port behind it.
const HOST_OF = /^https?:\/\/(?:[^/?#@\\]*@)?([^/?#:@[\]\\]+)(?::[0-9]*)?(?:[/?#]|$)/i;

/**
 * Chooses what says which website a request comes from. `Origin: null` names none: it is that of a frame in
 * a sandbox, of a local file or of a request that was led elsewhere (RFC 6454 §7.1). Then the page's own
 * address counts if the browser states it, else the request is like any other without a referrer.
 */
export function chooseReferrer(headers: {
  origin?: string | undefined;
  referer?: string | undefined;
}): string | null {
  const { origin, referer } = headers;
  return origin === undefined || origin === 'null' ? (referer ?? null) : origin;
}

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
