import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import { fill } from '../fill.ts';
import type { Words } from '../words.ts';
import { el } from './dom.ts';
import { rateLabel } from './settings-pages.ts';

const SHOWN_MS = 900;

/** What a key did, in words; null for what the screen shows anyway. */
function outcome(request: PlayerRequest, state: PlayerState, words: Words): string | null {
  if (request.type === 'seekBy') {
    const seconds = Math.abs(request.deltaSec);
    return fill(request.deltaSec > 0 ? words.seekedForward : words.seekedBack, { seconds });
  }
  if (request.type === 'changeVolume' || request.type === 'toggleMute') {
    if (state.muted) return words.muted;
    return `${words.volume} ${fill(words.percent, { percent: Math.round(state.volume * 100) })}`;
  }
  if (request.type === 'stepRate') return `${words.speed} ${rateLabel(state.rate, words)}`;
  return null;
}

export interface Toast {
  readonly element: HTMLElement;
  /** Says for a moment what a key did, on screen and to screen readers. */
  say(request: PlayerRequest, state: PlayerState): void;
}

export function createToast(words: Words): Toast {
  const element = el('div', { class: 'toast', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element,
    say(request, state) {
      const text = outcome(request, state, words);
      if (text === null) return;
      element.textContent = text;
      element.classList.add('shown');
      clearTimeout(timer);
      timer = setTimeout(() => element.classList.remove('shown'), SHOWN_MS);
    },
  };
}
