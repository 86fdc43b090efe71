import { createElement } from './dom.ts';
import { createIcon } from './icons.ts';
import type { Words } from '../words.ts';

type PosterOptions = {
  readonly words: Words;
  readonly title: string;
  readonly posterUrl: string | null;
};

/**
 * Creates the poster: the cover until playing begins, and throughout for audio without video.
 * Without a cover, a calm gradient with the title.
 */
export function createPoster({ words, title, posterUrl }: PosterOptions): HTMLElement {
  const audioTitle = createElement(
    'div',
    { class: 'sound' },
    createIcon('music'),
    createElement('div', { class: 'sound-title' }, title || words.audioOnly),
  );
  const element = createElement('div', { class: 'poster bare' }, audioTitle);
  if (!posterUrl) return element;
  const image = createElement('img', { alt: '', decoding: 'async', draggable: 'false' });
  image.addEventListener('load', () => element.classList.remove('bare'));
  image.src = posterUrl;
  // A page that shows the cover itself has it already.
  if (image.complete) element.classList.remove('bare');
  element.prepend(image);
  return element;
}
