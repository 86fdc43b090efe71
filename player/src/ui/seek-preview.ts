import { formatTime } from '../format-time.ts';
import { requestStoryboard } from '../storyboard.ts';
import type { Storyboard, Tile } from '../storyboard.ts';
import { el, setText } from './dom.ts';

/** A storyboard that could not be had is asked for again after this time. */
const ASK_AGAIN_MS = 30_000;

export interface SeekPreview {
  readonly element: HTMLElement;
  /** Shows the moment `timeSec` of `durationSec`; fetches what it needs when it is needed. */
  show(timeSec: number, durationSec: number): void;
}

/** What is seen over the seek bar: a moment's time, and its picture where there is a storyboard. */
export function createSeekPreview(storyboardUrl: string | null): SeekPreview {
  const picture = el('div', { class: 'tile' });
  const time = el('div', { class: 'tip-time' });
  const element = el('div', { class: 'tip', 'aria-hidden': 'true' }, picture, time);
  const sheets = new Map<string, HTMLImageElement>();
  let storyboard: Storyboard | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let timeSec = 0;

  const ask = (url: string): void => {
    if (storyboard || performance.now() - askedMs < ASK_AGAIN_MS) return;
    askedMs = performance.now();
    void requestStoryboard(url).then((found) => {
      storyboard = found;
      if (!found) return;
      element.classList.add('pictured');
      element.style.setProperty('--tile-width', String(found.tileWidth));
      element.style.setProperty('--tile-height', String(found.tileHeight));
      draw();
    });
  };

  const sheetOf = ({ sheetUrl }: Tile): HTMLImageElement => {
    const known = sheets.get(sheetUrl);
    if (known) return known;
    const sheet = new Image();
    sheets.set(sheetUrl, sheet);
    sheet.addEventListener('load', draw);
    sheet.addEventListener('error', () => setTimeout(() => sheets.delete(sheetUrl), ASK_AGAIN_MS));
    sheet.src = sheetUrl;
    return sheet;
  };

  const draw = (): void => {
    if (!storyboard) return;
    const tile = storyboard.tileAt(timeSec);
    const sheet = sheetOf(tile);
    const loaded = sheet.complete && sheet.naturalWidth > 0;
    picture.classList.toggle('empty', !loaded);
    if (!loaded) return;
    // The last sheet may be short, so its own size says how many tiles it holds.
    const columns = Math.max(1, Math.round(sheet.naturalWidth / tile.width));
    const rows = Math.max(1, Math.round(sheet.naturalHeight / tile.height));
    const { style } = picture;
    style.setProperty('background-image', `url("${CSS.escape(tile.sheetUrl)}")`);
    style.setProperty('background-size', `${columns * 100}% ${rows * 100}%`);
    const x = columns > 1 ? tile.column / (columns - 1) : 0;
    const y = rows > 1 ? tile.row / (rows - 1) : 0;
    style.setProperty('background-position', `${x * 100}% ${y * 100}%`);
  };

  return {
    element,
    show(nextSec, durationSec) {
      timeSec = nextSec;
      setText(time, formatTime(nextSec, durationSec));
      if (storyboardUrl) ask(storyboardUrl);
      draw();
    },
  };
}
