/** Says by which name an edge counts this playback, and whether it is counted. */
export type Lease = {
  /** Adds the name to an address for licences. Addresses of other servers stay unchanged. */
  toAddress(url: string): string;
  /** Called for each licence that came; `seconds` is null for one that is no lease. */
  keep(url: string, token: string | null, seconds: number | null): void;
  /** Milliseconds until it ends by itself; 0 without one. */
  leftMs(): number;
  /** Tells the edge that nothing plays any more, also from a page that goes away. */
  release(): void;
};

const OURS = /^\/licenses\/[a-z-]+$/;

/** Creates the lease of one player, which plays one video at a time. */
export function createLease(): Lease {
  const session = createName();
  let held: { url: URL; token: string; endsAtMs: number } | null = null;
  return {
    toAddress(url) {
      const address = new URL(url);
      if (!OURS.test(address.pathname) || address.searchParams.has('session')) return url;
      // The rest stays letter for letter: it may carry a signature.
      address.search += `${address.search === '' ? '' : '&'}session=${session}`;
      return address.href;
    },
    keep(url, token, seconds) {
      if (seconds === null || token === null) return;
      held = { url: new URL(url), token, endsAtMs: performance.now() + seconds * 1000 };
    },
    leftMs: () => Math.max(0, (held?.endsAtMs ?? 0) - performance.now()),
    release() {
      if (held === null) return;
      const { url, token } = held;
      held = null;
      const address = new URL(`release${url.search}`, url);
      // Plain text and no header of ours: a page that goes away has no time to ask whether it may.
      const sent = { method: 'POST', body: token, keepalive: true, credentials: 'omit' } as const;
      fetch(address, sent).catch(() => {});
    },
  };
}

/** Pages without https have no `randomUUID`. */
function createName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
