import type { Shown } from './navigation.ts';

// Content is drawn after the address has changed, so the browser can't know where it was scrolled.

const KEY = 'kinora.scroll';
let positions: Record<string, number> = {};
let entry = '';
let stopWaiting: (() => void) | undefined;

/** Content that comes later than this finds the person reading. */
const MAX_WAIT_MS = 3000;

/** Remembers how far each page of the history is scrolled, in the tab and over a reload of it. */
export function watchScroll(): void {
  history.scrollRestoration = 'manual';
  try {
    positions = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as typeof positions;
  } catch {
    // Without storage a reload begins at the start.
  }
  addEventListener('scroll', () => remember(), { passive: true });
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(positions));
    } catch {
      // As above.
    }
  });
}

const remember = () => {
  positions[entry] = scrollY;
};

/** Moves the window's content to where it belongs on a page that has just been drawn. */
export function scrollToPlace({ entry: next, scroll, address }: Shown): void {
  entry = next;
  stopWaiting?.();
  if (scroll === 'keep') return remember();
  const target = address.hash === '' ? null : document.getElementById(address.hash);
  const known = scroll === 'restore' ? positions[entry] : undefined;
  if (known === undefined && target !== null) return target.scrollIntoView();
  scrollTo(0, known ?? 0);
  if (known !== undefined && scrollY < known) waitForContent(known);
}

/** A page gets taller as it loads, so it is scrolled until the place is there or the person acts. */
function waitForContent(place: number): void {
  const waiting = new AbortController();
  stopWaiting = () => waiting.abort();
  const { signal } = waiting;
  const observer = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= place) waiting.abort();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const act of ['wheel', 'touchstart', 'keydown'])
    addEventListener(act, stopWaiting, { signal });
  setTimeout(stopWaiting, MAX_WAIT_MS);
}
