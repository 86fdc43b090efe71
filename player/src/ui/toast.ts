import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import { fill } from '../fill.ts';
import type { Words } from '../words.ts';
import { createElement } from './dom.ts';
import { formatRate } from './settings-pages.ts';

const SHOWN_MS = 900;

function describeSeek(deltaSec: number, words: Words): string {
  const seconds = Math.abs(deltaSec);
  return fill(deltaSec > 0 ? words.seekedForward : words.seekedBack, { seconds });
}

/** Describes what a key did; null for changes that the screen shows anyway. */
function describeOutcome(request: PlayerRequest, state: PlayerState, words: Words): string | null {
  if (request.type === 'seekBy') return describeSeek(request.deltaSec, words);
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
  /** Shows for a moment how far taps on a side have sought, beside the fingers. */
  showTaps(totalSec: number): void;
};

export function createToast(words: Words): Toast {
  const element = createElement('div', { class: 'toast', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string | null, side: 'left' | 'right' | ''): void => {
    if (text === null) return;
    element.textContent = text;
    element.dataset.side = side;
    element.classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(() => element.classList.remove('shown'), SHOWN_MS);
  };
  return {
    element,
    show: (request, state) => say(describeOutcome(request, state, words), ''),
    showTaps: (totalSec) => say(describeSeek(totalSec, words), totalSec > 0 ? 'right' : 'left'),
  };
}
