import { fill } from '../fill.ts';
import { createElement, setAttributes } from './dom.ts';
import { setIcon } from './icons.ts';
import type { Part, PartContext } from './part.ts';

/** Creates the mute button and volume slider. Phones show the button alone: their keys set the volume. */
export function createVolume({ words, request }: PartContext): Part {
  const mute = createElement('button', { type: 'button', class: 'button' });
  const slider = createElement('div', {
    class: 'volume-slider',
    role: 'slider',
    tabindex: 0,
    'aria-label': words.volume,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
  });
  slider.append(
    createElement('div', { class: 'track' }, createElement('div', { class: 'played' })),
    createElement('div', { class: 'knob' }),
  );
  const setVolume = (event: PointerEvent): void => {
    const box = slider.getBoundingClientRect();
    request({ type: 'setVolume', volume: (event.clientX - box.left) / box.width });
  };
  mute.addEventListener('click', () => request({ type: 'toggleMute' }));
  slider.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    setVolume(event);
  });
  slider.addEventListener('pointermove', (event) => {
    if (slider.hasPointerCapture(event.pointerId)) setVolume(event);
  });
  slider.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    request({ type: 'changeVolume', delta: event.key === 'ArrowRight' ? 0.05 : -0.05 });
  });

  return {
    element: createElement('div', { class: 'volume' }, mute, slider),
    render({ volume, muted }) {
      const silent = muted || volume === 0;
      setIcon(mute, silent ? 'volumeOff' : volume < 0.5 ? 'volumeLow' : 'volume');
      const label = silent ? words.unmute : words.mute;
      setAttributes(mute, { 'aria-label': label, title: label });
      const percent = silent ? 0 : Math.round(volume * 100);
      slider.style.setProperty('--played', String(percent / 100));
      setAttributes(slider, {
        'aria-valuenow': percent,
        'aria-valuetext': fill(words.percent, { percent }),
      });
    },
  };
}
