import { findChapter } from '../chapters.ts';
import { toSpokenTime } from '../format-time.ts';
import { toKeyRequest } from '../keyboard.ts';
import { fill } from '../fill.ts';
import { createElement, setAttributes } from './dom.ts';
import type { Part, PartContext } from './part.ts';
import { createSeekPreview } from './seek-preview.ts';

/** Says how long the preview stays after keys moved to a moment. */
const KEYED_MS = 1500;

/** Returns the position along the bar, 0 to 1. */
function getFractionAt(bar: HTMLElement, clientX: number): number {
  const box = bar.getBoundingClientRect();
  return box.width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}

/** Creates the seek bar: progress, buffered ranges, and a preview of the moment under the pointer. */
export function createSeekBar(context: PartContext): Part {
  const { words, language, request, chapters } = context;
  const played = createElement('div', { class: 'played' });
  const buffered = createElement('div', { class: 'buffered' });
  const marks = chapters
    .filter(({ startSec }) => startSec > 0)
    .map(({ startSec }) => ({ startSec, element: createElement('div', { class: 'mark' }) }));
  const knob = createElement('div', { class: 'knob' });
  const preview = createSeekPreview(context);
  const element = createElement(
    'div',
    { class: 'seek', role: 'slider', tabindex: 0, 'aria-label': words.seek, 'aria-valuemin': 0 },
    createElement(
      'div',
      { class: 'track' },
      buffered,
      played,
      ...marks.map((mark) => mark.element),
    ),
    knob,
    preview.element,
  );
  let durationSec = 0;
  let draggedFraction: number | null = null;
  let keyedTimer: ReturnType<typeof setTimeout> | undefined;

  const setPlayed = (fraction: number): void => {
    element.style.setProperty('--played', String(fraction));
  };
  const showPointed = (fraction: number): void => {
    element.style.setProperty('--pointed', String(fraction));
    preview.show(fraction * durationSec, durationSec);
  };
  const onMove = (event: PointerEvent): void => {
    if (durationSec === 0) return;
    const fraction = getFractionAt(element, event.clientX);
    stopKeyed();
    showPointed(fraction);
    if (draggedFraction === null) return;
    draggedFraction = fraction;
    setPlayed(fraction);
  };
  const stopKeyed = (): void => {
    clearTimeout(keyedTimer);
    element.classList.remove('keyed');
  };
  const onDrop = (event: PointerEvent): void => {
    if (draggedFraction === null) return;
    element.classList.remove('dragging');
    if (event.type === 'pointerup')
      request({ type: 'seekTo', timeSec: draggedFraction * durationSec });
    draggedFraction = null;
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || durationSec === 0) return;
    element.setPointerCapture(event.pointerId);
    element.classList.add('dragging');
    draggedFraction = getFractionAt(element, event.clientX);
    onMove(event);
  });
  element.addEventListener('pointermove', onMove);
  element.addEventListener('keydown', (event) => {
    if (durationSec === 0 || !toKeyRequest(event)?.type.startsWith('seek')) return;
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
  element.addEventListener('pointerup', onDrop);
  element.addEventListener('pointercancel', onDrop);

  const describePosition = (timeSec: number): string => {
    const position = fill(words.seekValue, {
      current: toSpokenTime(timeSec, language),
      duration: toSpokenTime(durationSec, language),
    });
    const chapter = findChapter(chapters, timeSec);
    return chapter
      ? fill(words.seekValueInChapter, { position, chapter: chapter.title })
      : position;
  };

  return {
    element,
    render(state) {
      durationSec = Number.isFinite(state.durationSec) ? state.durationSec : 0;
      for (const mark of marks) {
        mark.element.hidden = mark.startSec >= durationSec;
        mark.element.style.setProperty('--at', String(mark.startSec / durationSec));
      }
      const fraction = durationSec > 0 ? state.currentTimeSec / durationSec : 0;
      if (draggedFraction === null) setPlayed(fraction);
      if (element.classList.contains('keyed')) showPointed(fraction);
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
        'aria-valuetext': describePosition(state.currentTimeSec),
      });
    },
  };
}
