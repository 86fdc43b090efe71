import { createElement } from './dom.ts';
import { createIcon } from './icons.ts';
import type { Words } from '../words.ts';

type PosterOptions = {
  readonly words: Words;
  readonly title: string;
  readonly posterUrl: string | null;
  /** An image of the page that has the cover already; a second request for it is spared. */
  readonly posterImage: HTMLImageElement | null;
};

/**
 * Creates the poster: the cover until playing begins, and throughout for audio without video.
 * Without a cover, a calm gradient with the title.
 */
export function createPoster({ words, title, posterUrl, posterImage }: PosterOptions): HTMLElement {
  const audioTitle = createElement(
    'div',
    { class: 'sound' },
    createIcon('music'),
    createElement('div', { class: 'sound-title' }, title || words.audioOnly),
  );
  const element = createElement('div', { class: 'poster bare' }, audioTitle);
  if (!posterUrl) return element;
  const image =
    posterImage ?? createElement('img', { alt: '', decoding: 'async', draggable: 'false' });
  const show = () => element.classList.remove('bare');
  image.addEventListener('load', show, { once: true });
  if (!posterImage) image.src = posterUrl;
  if (image.complete && image.naturalWidth > 0) show();
  element.prepend(posterImage ? createElement('slot', { name: 'poster' }) : image);
  return element;
}
