import { el } from './dom.ts';
import { icon } from './icons.ts';
import type { Words } from '../words.ts';

interface PosterOptions {
  readonly words: Words;
  readonly title: string;
  readonly posterUrl: string | null;
}

/**
 * What stands in for moving pictures: the cover until playing begins, and all the while for sound
 * without pictures. Without a cover, a calm gradient with the title.
 */
export function createPoster({ words, title, posterUrl }: PosterOptions): HTMLElement {
  const sound = el(
    'div',
    { class: 'sound' },
    icon('music'),
    el('div', { class: 'sound-title' }, title || words.audioOnly),
  );
  const element = el('div', { class: 'poster bare' }, sound);
  if (!posterUrl) return element;
  const image = el('img', { alt: '', decoding: 'async', draggable: 'false' });
  image.addEventListener('load', () => element.classList.remove('bare'));
  image.src = posterUrl;
  element.prepend(image);
  return element;
}
