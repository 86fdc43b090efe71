import { useEffect } from 'react';

let locks = 0;

function lock(): void {
  locks += 1;
  if (locks > 1) return;
  const { style, clientWidth } = document.documentElement;
  // The page must not jump by the width of the scrollbar that goes away.
  style.paddingRight = `${innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
}

function unlock(): void {
  locks -= 1;
  if (locks > 0) return;
  const { style } = document.documentElement;
  style.removeProperty('padding-right');
  style.removeProperty('overflow');
}

/** Keeps the page below a dialog from scrolling while it is open. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return undefined;
    lock();
    return unlock;
  }, [locked]);
}
