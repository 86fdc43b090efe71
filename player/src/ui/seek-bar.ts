import { spokenTime } from '../format-time.ts';
import { keyRequest } from '../keyboard.ts';
import { fill } from '../fill.ts';
import { el, setAttributes } from './dom.ts';
import type { Part, PartContext } from './part.ts';
import { createSeekPreview } from './seek-preview.ts';

/** How long a moment that keys went to stays shown over the bar. */
const KEYED_MS = 1500;

/** Position along the bar, 0 to 1. */
function fractionAt(bar: HTMLElement, clientX: number): number {
  const box = bar.getBoundingClientRect();
  return box.width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}

/** The seek bar: progress, buffered ranges, and over it the moment that is pointed at. */
export function createSeekBar({ words, language, request, storyboardUrl }: PartContext): Part {
  const played = el('div', { class: 'played' });
  const buffered = el('div', { class: 'buffered' });
  const knob = el('div', { class: 'knob' });
  const preview = createSeekPreview(storyboardUrl);
  const element = el(
    'div',
    { class: 'seek', role: 'slider', tabindex: 0, 'aria-label': words.seek, 'aria-valuemin': 0 },
    el('div', { class: 'track' }, buffered, played),
    knob,
    preview.element,
  );
  let durationSec = 0;
  let dragged: number | null = null;
  let keyedTimer: ReturnType<typeof setTimeout> | undefined;

  const place = (fraction: number): void => {
    element.style.setProperty('--played', String(fraction));
  };
  const point = (fraction: number): void => {
    element.style.setProperty('--pointed', String(fraction));
    preview.show(fraction * durationSec, durationSec);
  };
  const move = (event: PointerEvent): void => {
    if (durationSec === 0) return;
    const fraction = fractionAt(element, event.clientX);
    stopKeyed();
    point(fraction);
    if (dragged === null) return;
    dragged = fraction;
    place(fraction);
  };
  const stopKeyed = (): void => {
    clearTimeout(keyedTimer);
    element.classList.remove('keyed');
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
    move(event);
  });
  element.addEventListener('pointermove', move);
  element.addEventListener('keydown', (event) => {
    if (durationSec === 0 || !keyRequest(event)?.type.startsWith('seek')) return;
    stopKeyed();
    element.classList.add('keyed');
    keyedTimer = setTimeout(stopKeyed, KEYED_MS);
  });
  element.addEventListener('blur', stopKeyed);
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
      if (element.classList.contains('keyed')) point(fraction);
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
