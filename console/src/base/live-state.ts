/**
 * While changes are announced as they happen, what moves is asked for this seldom: time alone changes what is
 * left of it, and nobody says that a worker fell silent.
 */
const LIVE_POLL_MS = 10_000;

let isLive = false;

/** Says whether this tab hears of changes as they happen. */
export function setLive(live: boolean): void {
  isLive = live;
}

/** Says how often something is asked for again that would be every `ms` if nobody announced changes. */
export function getPollInterval(ms: number): number {
  return isLive ? Math.max(ms, LIVE_POLL_MS) : ms;
}
