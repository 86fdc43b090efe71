import type { PlayerState, Store } from './store.ts';
import { getVisibleProblem } from './store.ts';

export type PlayerEventName =
  | 'prepared'
  | 'ready'
  | 'play'
  | 'pause'
  | 'ended'
  | 'timeupdate'
  | 'progress'
  | 'seeked'
  | 'volumechange'
  | 'ratechange'
  | 'qualitychange'
  | 'captionschange'
  | 'error';

/** Says what becomes of ads: each that has begun ends, also when it is skipped or fails. */
export type AdEventName = 'adstart' | 'adend' | 'adskip' | 'aderror';

type Announcement = [name: PlayerEventName, detail: Record<string, unknown>];

function getBufferedEnd({ buffered }: PlayerState): number {
  return buffered.at(-1)?.[1] ?? 0;
}

/** Lists the events that a change of state means to a page around the player. */
export function listAnnouncements(state: PlayerState, former: PlayerState): Announcement[] {
  const events: Announcement[] = [];
  const { currentTimeSec, durationSec, volume, muted, rate } = state;
  if (state.phase === 'ready' && former.phase === 'preparing') events.push(['prepared', {}]);
  if (state.loaded && !former.loaded) events.push(['ready', { durationSec }]);
  if (state.paused !== former.paused && !state.ended) {
    events.push([state.paused ? 'pause' : 'play', { currentTimeSec }]);
  }
  if (state.ended && !former.ended) events.push(['ended', { currentTimeSec }]);
  if (currentTimeSec !== former.currentTimeSec) {
    events.push(['timeupdate', { currentTimeSec, durationSec }]);
  }
  const bufferedSec = getBufferedEnd(state);
  if (bufferedSec > 0 && bufferedSec !== getBufferedEnd(former)) {
    events.push(['progress', { bufferedSec, durationSec }]);
  }
  if (former.seeking && !state.seeking) events.push(['seeked', { currentTimeSec }]);
  if (volume !== former.volume || muted !== former.muted) {
    events.push(['volumechange', { volume, muted }]);
  }
  if (rate !== former.rate) events.push(['ratechange', { rate }]);
  if (state.playingLevelId !== former.playingLevelId && state.playingLevelId !== null) {
    const level = state.levels.find(({ id }) => id === state.playingLevelId);
    events.push([
      'qualitychange',
      { height: level?.height ?? null, bitrateBps: level?.bitrateBps ?? null },
    ]);
  }
  const problem = getVisibleProblem(state);
  if (problem && problem.kind !== getVisibleProblem(former)?.kind) {
    events.push(['error', { kind: problem.kind, status: problem.status }]);
  }
  if (state.captionsId !== former.captionsId) {
    const shown = state.captions.find(({ id }) => id === state.captionsId);
    const { name = null, language = null } = shown ?? {};
    events.push(['captionschange', { name, language }]);
  }
  return events;
}

/** Dispatches a `kinora:*` event, which bubbles out of shadow trees. */
export function announce(
  target: HTMLElement,
  name: PlayerEventName | AdEventName,
  detail: Record<string, unknown>,
): void {
  const init = { detail, bubbles: true, composed: true };
  target.dispatchEvent(new CustomEvent(`kinora:${name}`, init));
}

/** Announces each change of state that means something to a page around the player. */
export function announceEvents(target: HTMLElement, store: Store, signal: AbortSignal): void {
  const unsubscribe = store.subscribe((state, former) => {
    for (const [name, detail] of listAnnouncements(state, former)) {
      announce(target, name, detail);
    }
  });
  signal.addEventListener('abort', unsubscribe);
}
