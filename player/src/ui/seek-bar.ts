import { formatTime, spokenTime } from '../format-time.ts';
import { fill } from '../fill.ts';
import { el, setAttributes, setText } from './dom.ts';
import type { Part, PartContext } from './part.ts';

/** Position along the bar, 0 to 1. */
function fractionAt(bar: HTMLElement, clientX: number): number {
  const box = bar.getBoundingClientRect();
  return box.width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}

/** The seek bar: progress, buffered ranges, and a time tooltip under the pointer. */
export function createSeekBar({ words, language, request }: PartContext): Part {
  const played = el('div', { class: 'played' });
  const buffered = el('div', { class: 'buffered' });
  const knob = el('div', { class: 'knob' });
  const tip = el('div', { class: 'tip', 'aria-hidden': 'true' });
  const element = el(
    'div',
    { class: 'seek', role: 'slider', tabindex: 0, 'aria-label': words.seek, 'aria-valuemin': 0 },
    el('div', { class: 'track' }, buffered, played),
    knob,
    tip,
  );
  let durationSec = 0;
  let dragged: number | null = null;

  const place = (fraction: number): void => {
    element.style.setProperty('--played', String(fraction));
  };
  const point = (event: PointerEvent): void => {
    const fraction = fractionAt(element, event.clientX);
    element.style.setProperty('--pointed', String(fraction));
    setText(tip, formatTime(fraction * durationSec, durationSec));
    if (dragged === null) return;
    dragged = fraction;
    place(fraction);
  };
  const drop = (event: PointerEvent): void => {
    if (dragged === null) return;
    element.classList.remove('dragging');
    if (event.type === 'pointerup') request({ type: 'seekTo', timeSec: dragged * durationSec });
    dragged = null;
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || durationSec === 0) return;
    element.setPointerCapture(event.pointerId);
    element.classList.add('dragging');
    dragged = fractionAt(element, event.clientX);
    point(event);
  });
  element.addEventListener('pointermove', point);
  // A slider's up and down change the slider, not the volume (WAI-ARIA slider pattern).
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    request({ type: 'seekBy', deltaSec: event.key === 'ArrowUp' ? 5 : -5 });
  });
  element.addEventListener('pointerup', drop);
  element.addEventListener('pointercancel', drop);

  return {
    element,
    render(state) {
      durationSec = Number.isFinite(state.durationSec) ? state.durationSec : 0;
      const fraction = durationSec > 0 ? state.currentTimeSec / durationSec : 0;
      if (dragged === null) place(fraction);
      const ahead = state.buffered.find(
        ([start, end]) => start <= state.currentTimeSec + 0.1 && end >= state.currentTimeSec,
      );
      element.style.setProperty(
        '--buffered',
        String(ahead && durationSec ? ahead[1] / durationSec : 0),
      );
      setAttributes(element, {
        'aria-disabled': durationSec === 0 ? 'true' : null,
        'aria-valuemax': Math.floor(durationSec),
        'aria-valuenow': Math.floor(state.currentTimeSec),
        'aria-valuetext': fill(words.seekValue, {
          current: spokenTime(state.currentTimeSec, language),
          duration: spokenTime(durationSec, language),
        }),
      });
    },
  };
}
