import type { PlaybackReport } from '@kinora/contract/playback-report';
import { getVisibleProblem, isAdOn } from './store.ts';
import type { PlayerState, Store } from './store.ts';

/** A shorter want of data is hardly seen, and an engine that seeks has some. */
const MIN_STALL_MS = 100;

type Course = 'starting' | 'playing' | 'stalled' | 'resting';

function getCourse(state: PlayerState): Course {
  const { phase, started, playWanted, paused, starved, seeking, ended } = state;
  if (!playWanted || ended || seeking || isAdOn(state) || getVisibleProblem(state))
    return 'resting';
  // A video that isn't there yet is waited for, and one that ads hold back.
  if (!started) return phase === 'preparing' || state.adBreak !== null ? 'resting' : 'starting';
  if (starved) return 'stalled';
  return paused ? 'resting' : 'playing';
}

/** Measures how playing goes, from one report to the next. */
export type Meter = {
  follow(state: PlayerState, former: PlayerState): void;
  /** Null: nothing has happened since the last one. */
  take(): PlaybackReport | null;
};

/** `now` returns milliseconds. */
export function createMeter(now: () => number): Meter {
  let course: Course = 'resting';
  let since = now();
  let startingMs = 0;
  let stallMs = 0;
  let sum = createEmpty();

  /** Counts the time of the course until now. */
  const count = (): void => {
    const ms = now() - since;
    since = now();
    if (course === 'starting') startingMs += ms;
    if (course === 'playing') sum.watchedMs += ms;
    if (course === 'stalled') {
      const isSeen = stallMs < MIN_STALL_MS && stallMs + ms >= MIN_STALL_MS;
      if (isSeen) sum.stalls += 1;
      if (stallMs + ms >= MIN_STALL_MS) sum.stalledMs += isSeen ? stallMs + ms : ms;
      stallMs += ms;
    }
  };

  return {
    follow(state, former) {
      count();
      if (state.started && !former.started) {
        sum.startMs = startingMs;
        startingMs = 0;
      }
      const problem = getVisibleProblem(state)?.kind;
      if (problem && problem !== 'notReady' && problem !== getVisibleProblem(former)?.kind) {
        sum.failure = problem;
      }
      const next = getCourse(state);
      if (next !== 'stalled') stallMs = 0;
      course = next;
    },
    take() {
      count();
      const { startMs, watchedMs, stalls, stalledMs, failure } = sum;
      sum = createEmpty();
      if (startMs === null && watchedMs === 0 && stalledMs === 0 && failure === null) return null;
      return {
        stalls,
        failure,
        startMs: startMs === null ? null : Math.round(startMs),
        watchedMs: Math.round(watchedMs),
        stalledMs: Math.round(stalledMs),
      };
    },
  };
}

function createEmpty(): PlaybackReport {
  return { startMs: null, watchedMs: 0, stalls: 0, stalledMs: 0, failure: null };
}

/** Sends a report whenever the page is left, and when the signal ends it. */
export function reportPlayback(
  store: Store,
  getUrl: () => string | null,
  signal: AbortSignal,
): void {
  const meter = createMeter(() => performance.now());
  const send = (): void => {
    const report = meter.take();
    const url = getUrl();
    // Sent as plain text, which needs no preflight to another origin.
    if (report && url !== null) navigator.sendBeacon(url, JSON.stringify(report));
  };
  const leave = store.subscribe((state, former) => meter.follow(state, former));
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') send();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  addEventListener('pagehide', send, { signal });
  signal.addEventListener('abort', () => {
    send();
    leave();
  });
}
