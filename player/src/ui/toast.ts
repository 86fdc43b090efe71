import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import { fill } from '../fill.ts';
import type { Words } from '../words.ts';
import { createElement } from './dom.ts';
import { formatRate } from './settings-pages.ts';

const SHOWN_MS = 900;

/** Describes what a key did; null for changes that the screen shows anyway. */
function describeOutcome(request: PlayerRequest, state: PlayerState, words: Words): string | null {
  if (request.type === 'seekBy') {
    const seconds = Math.abs(request.deltaSec);
    return fill(request.deltaSec > 0 ? words.seekedForward : words.seekedBack, { seconds });
  }
  if (request.type === 'changeVolume' || request.type === 'toggleMute') {
    if (state.muted) return words.muted;
    return `${words.volume} ${fill(words.percent, { percent: Math.round(state.volume * 100) })}`;
  }
  if (request.type === 'toggleCaptions' && state.captions.length > 0) {
    return `${words.captions} ${state.captionsId === null ? words.captionsOff : words.captionsOn}`;
  }
  if (request.type === 'stepRate') return `${words.speed} ${formatRate(state.rate, words)}`;
  return null;
}

export type Toast = {
  readonly element: HTMLElement;
  /** Shows for a moment what a key did, on screen and to screen readers. */
  show(request: PlayerRequest, state: PlayerState): void;
};

export function createToast(words: Words): Toast {
  const element = createElement('div', { class: 'toast', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element,
    show(request, state) {
      const text = describeOutcome(request, state, words);
      if (text === null) return;
      element.textContent = text;
      element.classList.add('shown');
      clearTimeout(timer);
      timer = setTimeout(() => element.classList.remove('shown'), SHOWN_MS);
    },
  };
}
