import { createHash, timingSafeEqual } from 'node:crypto';
import { copyText } from '@kinora/playback-rules/copy-text';

/** A licence whose token counts streams ends after this time unless it is renewed. */
export const LEASE_SEC = 300;
/** Players renew from here on, so that one or two failed requests end no playback. */
export const RENEWAL_SEC = LEASE_SEC / 2;
/**
 * A lease takes some hundred bytes. Teams choose the names of viewers, and viewers those of playbacks, so
 * their number must be bounded.
 */
const MAX_LEASES = 100_000;

/** One playback of a viewer. */
export type Stream = {
  teamId: string;
  /** The `sub` of the team's token. */
  viewer: string;
  session: string;
  token: string;
};

type Lease = { endsAtMs: number; tokenHash: string };
type Leases = Map<string, Lease>;
/** Viewers are ordered by their last lease, oldest first. `count` counts leases. */
type Team = { viewers: Map<string, Leases>; count: number };

/** Counts present playbacks, in memory: a restart forgets them, and other edges don't know them. */
export type LeaseBook = {
  /**
   * Leases a stream, or renews it. Null where the viewer has so many others already.
   *
   * @returns what gives it back if no licence came of it
   */
  take(stream: Stream, maxStreams: number): (() => void) | null;
  /** Ends a lease early, for the holder of the token that it was last given for. */
  release(stream: Stream): void;
};

export function createLeaseBook(now: () => number, maxLeases = MAX_LEASES): LeaseBook {
  const teams = new Map<string, Team>();
  let count = 0;

  const forget = (teamId: string, viewer: string): void => {
    const team = teams.get(teamId);
    const leases = team?.viewers.get(viewer);
    if (!team || !leases) return;
    team.viewers.delete(viewer);
    team.count -= leases.size;
    count -= leases.size;
    if (team.viewers.size === 0) teams.delete(teamId);
  };

  const record = (teamId: string, viewer: string, leases: Leases): void => {
    forget(teamId, viewer);
    const team = teams.get(teamId) ?? { viewers: new Map<string, Leases>(), count: 0 };
    teams.set(teamId, team);
    team.viewers.set(viewer, leases);
    team.count += leases.size;
    count += leases.size;
  };

  const forgetEnded = (teamId: string, atMs: number): void => {
    for (const [viewer, leases] of teams.get(teamId)?.viewers ?? []) {
      if ([...leases.values()].some(({ endsAtMs }) => endsAtMs > atMs)) return;
      forget(teamId, viewer);
    }
  };

  /** A team that names viewers without end forgets its own, and no other's. */
  const makeRoom = (atMs: number): void => {
    if (count <= maxLeases) return;
    for (const teamId of teams.keys()) forgetEnded(teamId, atMs);
    while (count > maxLeases) {
      const [largest] = [...teams].toSorted(([, a], [, b]) => b.count - a.count);
      const [oldest] = largest?.[1].viewers.keys() ?? [];
      if (!largest || oldest === undefined) return;
      forget(largest[0], oldest);
    }
  };

  const find = (teamId: string, viewer: string): Leases | undefined =>
    teams.get(teamId)?.viewers.get(viewer);

  const drop = ({ teamId, viewer, session }: Omit<Stream, 'token'>): void => {
    const team = teams.get(teamId);
    const leases = team?.viewers.get(viewer);
    if (!team || !leases?.delete(session)) return;
    team.count -= 1;
    count -= 1;
    if (leases.size === 0) forget(teamId, viewer);
  };

  return {
    take({ token, ...stream }, maxStreams) {
      const { teamId, viewer, session } = stream;
      const atMs = now();
      const known = [...(find(teamId, viewer) ?? [])];
      const leases: Leases = new Map(known.filter(([, { endsAtMs }]) => endsAtMs > atMs));
      const isNew = !leases.has(session);
      if (isNew && leases.size >= maxStreams) return null;
      const lease = { endsAtMs: atMs + LEASE_SEC * 1000, tokenHash: hash(token) };
      record(teamId, viewer, leases.set(copyText(session), lease));
      forgetEnded(teamId, atMs);
      makeRoom(atMs);
      return () => {
        if (isNew) drop(stream);
      };
    },
    release({ token, ...stream }) {
      const lease = find(stream.teamId, stream.viewer)?.get(stream.session);
      const isSame = (known: string) =>
        timingSafeEqual(Buffer.from(known), Buffer.from(hash(token)));
      if (lease && isSame(lease.tokenHash)) drop(stream);
    },
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
