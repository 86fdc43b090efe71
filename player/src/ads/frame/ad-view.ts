import { fill } from '../../fill.ts';
import { formatTime } from '../../format-time.ts';
import { createElement, setText } from '../../ui/dom.ts';
import type { AdWords } from '../ad-words.ts';

/** Says what a viewer sees of an ad, and may do with it. */
export type AdView = {
  readonly video: HTMLVideoElement;
  /** Shows an ad's place in its break and where it leads; null leads nowhere. */
  show(place: { index: number; count: number }, visitUrl: string | null): void;
  /** Shows the time left of the ad, and until it may be skipped; null: never. */
  showTime(leftSec: number, skipInSec: number | null): void;
  clear(): void;
  onSkip: () => void;
  /** False keeps the page from being opened. */
  onVisit: () => boolean;
};

export function createAdView(words: AdWords): AdView {
  const video = createElement('video', { playsinline: true, preload: 'auto' });
  // A finger or a mouse hits the whole ad; keys and screen readers have the button.
  const link = { target: '_blank', rel: 'noopener' };
  const area = createElement('a', { ...link, class: 'area', tabindex: -1, 'aria-hidden': 'true' });
  const visit = createElement('a', { ...link, class: 'button visit' }, words.visit);
  const skip = createElement('button', { type: 'button', class: 'button skip' });
  const note = createElement('div', { class: 'note' });
  const row = createElement('div', { class: 'row' }, visit, skip);
  document.body.append(video, area, note, row);
  let place = '';

  const view: AdView = {
    video,
    show({ index, count }, visitUrl) {
      place = count > 1 ? fill(words.adOf, { index, count }) : words.ad;
      for (const each of [area, visit]) {
        each.hidden = visitUrl === null;
        if (visitUrl === null) each.removeAttribute('href');
        else each.href = visitUrl;
      }
      skip.hidden = true;
    },
    showTime(leftSec, skipInSec) {
      setText(note, `${place} · ${formatTime(leftSec)}`);
      skip.hidden = skipInSec === null;
      if (skipInSec === null) return;
      const waitSec = Math.ceil(skipInSec);
      skip.disabled = waitSec > 0;
      setText(skip, waitSec > 0 ? fill(words.skipIn, { seconds: waitSec }) : words.skip);
    },
    clear() {
      video.removeAttribute('src');
      video.load();
      setText(note, '');
      for (const each of [area, visit, skip]) each.hidden = true;
    },
    onSkip: () => {},
    onVisit: () => false,
  };
  skip.addEventListener('click', () => view.onSkip());
  for (const each of [area, visit]) {
    each.addEventListener('click', (event) => {
      if (!view.onVisit()) event.preventDefault();
    });
  }
  view.clear();
  return view;
}
