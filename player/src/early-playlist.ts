import { requestPlaylist } from './playlist-request.ts';
import type { PlaylistOutcome } from './playlist-request.ts';

/** A playlist requested before play is used for this long, as access may change. */
const FRESH_MS = 30_000;

export type EarlyPlaylist = {
  /** Requests the playlist, unless a fresh one is there or on its way. */
  request(url: string, signal: AbortSignal): Promise<PlaylistOutcome>;
  /** Returns the fresh playlist once; requests it where there is none, or where it was refused. */
  take(url: string, signal: AbortSignal): Promise<PlaylistOutcome>;
};

/** Keeps the playlist that is requested as soon as playback is likely. */
export function createEarlyPlaylist(): EarlyPlaylist {
  let kept: { url: string; at: number; outcome: Promise<PlaylistOutcome> } | null = null;
  const findFresh = (url: string): Promise<PlaylistOutcome> | null =>
    kept?.url === url && performance.now() - kept.at < FRESH_MS ? kept.outcome : null;
  return {
    request(url, signal) {
      const fresh = findFresh(url);
      if (fresh) return fresh;
      const outcome = requestPlaylist(url, signal);
      kept = { url, at: performance.now(), outcome };
      return outcome;
    },
    async take(url, signal) {
      const early = await findFresh(url);
      kept = null;
      return early?.ok ? early : requestPlaylist(url, signal);
    },
  };
}
