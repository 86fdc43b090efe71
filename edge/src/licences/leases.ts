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
  /** By the team; those of its viewers whose last lease is oldest come first. */
  const teams = new Map<string, Map<string, Leases>>();
  let count = 0;

  const forget = (teamId: string, viewer: string): void => {
    const viewers = teams.get(teamId);
    if (!viewers?.delete(viewer)) return;
    count -= 1;
    if (viewers.size === 0) teams.delete(teamId);
  };

  const record = (teamId: string, viewer: string, leases: Leases): void => {
    forget(teamId, viewer);
    const viewers = teams.get(teamId) ?? new Map<string, Leases>();
    teams.set(teamId, viewers.set(viewer, leases));
    count += 1;
  };

  const forgetEnded = (teamId: string, atMs: number): void => {
    for (const [viewer, leases] of teams.get(teamId) ?? []) {
      if ([...leases.values()].some(({ endsAtMs }) => endsAtMs > atMs)) return;
      forget(teamId, viewer);
    }
  };

  /** A team that names viewers without end forgets its own, and no other's. */
  const makeRoom = (atMs: number): void => {
    if (count <= maxViewers) return;
    for (const teamId of teams.keys()) forgetEnded(teamId, atMs);
    while (count > maxViewers) {
      const [largest] = [...teams].toSorted(([, a], [, b]) => b.size - a.size);
      const [oldest] = largest?.[1].keys() ?? [];
      if (!largest || oldest === undefined) return;
      forget(largest[0], oldest);
    }
  };

  const drop = ({ teamId, viewer, session }: Omit<Stream, 'token'>): void => {
    const leases = teams.get(teamId)?.get(viewer);
    leases?.delete(session);
    if (leases?.size === 0) forget(teamId, viewer);
  };

  return {
    take({ token, ...stream }, maxStreams) {
      const { teamId, viewer, session } = stream;
      const atMs = now();
      const leases: Leases = teams.get(teamId)?.get(viewer) ?? new Map();
      for (const [other, { endsAtMs }] of leases) if (endsAtMs <= atMs) leases.delete(other);
      const isNew = !leases.has(session);
      if (isNew && leases.size >= maxStreams) return null;
      leases.set(session, { endsAtMs: atMs + LEASE_SEC * 1000, tokenHash: hash(token) });
      record(teamId, viewer, leases);
      forgetEnded(teamId, atMs);
      makeRoom(atMs);
      return () => {
        if (isNew) drop(stream);
      };
    },
    release({ token, ...stream }) {
      const lease = teams.get(stream.teamId)?.get(stream.viewer)?.get(stream.session);
      if (lease && timingSafeEqual(lease.tokenHash, hash(token))) drop(stream);
    },
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
