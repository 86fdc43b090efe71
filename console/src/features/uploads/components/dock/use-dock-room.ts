import { useCallback } from 'react';

/** Pages keep as much room at their end as the dock takes, so that it covers nothing for good. */
export function useDockRoom(): (box: HTMLElement | null) => void | (() => void) {
  return useCallback((box) => {
    if (box === null) return undefined;
    const { dataset, style } = document.documentElement;
    dataset['dock'] = '';
    const observer = new ResizeObserver(() =>
      style.setProperty('--k-dock-room', `${box.offsetHeight + 40}px`),
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
      delete dataset['dock'];
      style.removeProperty('--k-dock-room');
    };
  }, []);
}
