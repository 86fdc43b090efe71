import { findChapter } from '../chapters.ts';
import { formatTime } from '../format-time.ts';
import { requestStoryboard, toTileStyle } from '../storyboard.ts';
import type { Storyboard, Tile } from '../storyboard.ts';
import { createElement, setText } from './dom.ts';
import type { PartContext } from './part.ts';

/** A storyboard that failed to load is requested again after this time. */
const REQUEST_AGAIN_MS = 30_000;

export type SeekPreview = {
  readonly element: HTMLElement;
  /** Shows the moment `timeSec` of `durationSec`; fetches the storyboard when it is needed. */
  show(timeSec: number, durationSec: number): void;
};

/**
 * Creates the preview over the seek bar: a moment's time, and its picture where there is a
 * storyboard.
 */
export function createSeekPreview({
  storyboardUrl,
  chapters,
}: Pick<PartContext, 'storyboardUrl' | 'chapters'>): SeekPreview {
  const tileElement = createElement('div', { class: 'tile' });
  const time = createElement('div', { class: 'tip-time' });
  const chapter = createElement('div', { class: 'tip-chapter' });
  const attributes = { class: 'tip', 'aria-hidden': 'true' };
  const element = createElement('div', attributes, tileElement, chapter, time);
  const sheets = new Map<string, HTMLImageElement>();
  let storyboard: Storyboard | null = null;
  let requestedMs = Number.NEGATIVE_INFINITY;
  let timeSec = 0;

  const requestOnce = (url: string): void => {
    if (storyboard || performance.now() - requestedMs < REQUEST_AGAIN_MS) return;
    requestedMs = performance.now();
    void requestStoryboard(url).then((found) => {
      storyboard = found;
      if (!found) return;
      element.classList.add('pictured');
      element.style.setProperty('--tile-width', String(found.tileWidth));
      element.style.setProperty('--tile-height', String(found.tileHeight));
      draw();
    });
  };

  const getSheet = ({ sheetUrl }: Tile): HTMLImageElement => {
    const known = sheets.get(sheetUrl);
    if (known) return known;
    const sheet = new Image();
    sheets.set(sheetUrl, sheet);
    sheet.addEventListener('load', draw);
    sheet.addEventListener('error', () =>
      setTimeout(() => sheets.delete(sheetUrl), REQUEST_AGAIN_MS),
    );
    sheet.src = sheetUrl;
    return sheet;
  };

  const draw = (): void => {
    if (!storyboard) return;
    const tile = storyboard.tileAt(timeSec);
    const sheet = getSheet(tile);
    const loaded = sheet.complete && sheet.naturalWidth > 0;
    tileElement.classList.toggle('empty', !loaded);
    if (!loaded) return;
    Object.assign(tileElement.style, toTileStyle(tile, sheet));
  };

  return {
    element,
    show(nextSec, durationSec) {
      timeSec = nextSec;
      setText(time, formatTime(nextSec, durationSec));
      setText(chapter, findChapter(chapters, nextSec)?.title ?? '');
      if (storyboardUrl) requestOnce(storyboardUrl);
      draw();
    },
  };
}
