/**
 * While changes are announced, moving figures are polled this seldom. Polling stays, as time left changes by
 * itself and a dead worker is not announced.
 */
const LIVE_POLL_MS = 10_000;

let isLive = false;

/** Says whether this tab is told of changes as they happen. */
export function setLive(live: boolean): void {
  isLive = live;
}

/** Returns how often to poll what would be polled every `ms` without announced changes. */
export function getPollInterval(ms: number): number {
  return isLive ? Math.max(ms, LIVE_POLL_MS) : ms;
}
