import { fill } from '../fill.ts';
import { createElement } from './dom.ts';
import { createIcon } from './icons.ts';
import type { PartContext } from './part.ts';

/** The keys j and l, and a double tap, seek as far. The icons say it. */
export const SEEK_STEP_SEC = 10;

/** Creates the two buttons that seek; none where the player's options are without them. */
export function createSeekButtons(
  { words, request, options }: PartContext,
  className: string,
): HTMLButtonElement[] {
  if (!options.seekButtons) return [];
  return ([-SEEK_STEP_SEC, SEEK_STEP_SEC] as const).map((deltaSec) => {
    const isForward = deltaSec > 0;
    const seconds = SEEK_STEP_SEC;
    const label = fill(isForward ? words.seekForward : words.seekBack, { seconds });
    const button = createElement(
      'button',
      {
        type: 'button',
        class: `${className} ${isForward ? 'forward' : 'back'}`,
        'aria-label': label,
        title: label,
      },
      createIcon(isForward ? 'seekForward' : 'seekBack'),
    );
    button.addEventListener('click', () => request({ type: 'seekBy', deltaSec }));
    return button;
  });
}
