import { createHash, timingSafeEqual } from 'node:crypto';

/** A licence under a token that counts streams ends so soon, unless it is asked for anew. */
export const LEASE_SEC = 300;
/** Players ask anew from here on, so that a failure or two end nothing. */
export const RENEWAL_SEC = LEASE_SEC / 2;
/** Each has some hundred bytes. */
const MAX_VIEWERS = 100_000;

/** One playback of a viewer. */
export type Stream = {
  teamId: string;
  /** Whom a team's tokens name as their `sub`. */
  viewer: string;
  session: string;
  token: string;
};

type Lease = { endsAtMs: number; tokenHash: Buffer };
type Leases = Map<string, Lease>;

/** Counts who watches now, in memory: a restart forgets it, and another edge knows nothing of it. */
export type LeaseBook = {
  /**
   * Leases a stream, or renews it. Null where the viewer has so many others already.
   *
   * @returns what gives it back if no licence came of it
   */
  take(stream: Stream, maxStreams: number): (() => void) | null;
  /** Ends a lease early, for who has the token that it was last given for. */
  release(stream: Stream): void;
};

export function createLeaseBook(now: () => number, maxViewers = MAX_VIEWERS): LeaseBook {
  /** Those whose last lease is oldest come first. */
  const viewers = new Map<string, Leases>();

  const forgetEnded = (atMs: number): void => {
    for (const [name, leases] of viewers) {
      const isEnded = [...leases.values()].every(({ endsAtMs }) => endsAtMs <= atMs);
      if (!isEnded && viewers.size <= maxViewers) return;
      viewers.delete(name);
    }
  };

  const drop = (name: string, session: string): void => {
    const leases = viewers.get(name);
    leases?.delete(session);
    if (leases?.size === 0) viewers.delete(name);
  };

  return {
    take({ session, token, ...stream }, maxStreams) {
      const atMs = now();
      const name = nameViewer(stream);
      const leases: Leases = viewers.get(name) ?? new Map();
      for (const [other, { endsAtMs }] of leases) if (endsAtMs <= atMs) leases.delete(other);
      const isNew = !leases.has(session);
      if (isNew && leases.size >= maxStreams) return null;
      leases.set(session, { endsAtMs: atMs + LEASE_SEC * 1000, tokenHash: hash(token) });
      viewers.delete(name);
      viewers.set(name, leases);
      forgetEnded(atMs);
      return () => {
        if (isNew) drop(name, session);
      };
    },
    release({ session, token, ...stream }) {
      const name = nameViewer(stream);
      const lease = viewers.get(name)?.get(session);
      if (lease && timingSafeEqual(lease.tokenHash, hash(token))) drop(name, session);
    },
  };
}

function nameViewer({ teamId, viewer }: Pick<Stream, 'teamId' | 'viewer'>): string {
  return `${teamId} ${viewer}`;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
