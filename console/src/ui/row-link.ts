import type { MouseEvent, PointerEvent } from 'react';
import { navigate, preloadSoon, stopPreload } from '../base/router/navigation.ts';

/** Selects what answers to a press by itself. */
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role="dialog"]';

/**
 * Lets a press anywhere in a row do what a press on the row's link does. Keyboards and screen readers
 * have the link itself, so the row takes no focus.
 */
export function getRowLinkProps(href: string | undefined) {
  if (href === undefined) return {};
  const open = (event: MouseEvent<HTMLElement>) => {
    if (!isForRow(event) || event.altKey) return;
    const isForTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isForTab) window.open(href, '_blank', 'noopener');
    else void navigate({ to: href });
  };
  const begin = ({ target }: PointerEvent<HTMLElement>) => {
    if (!isControl(target)) preloadSoon(href);
  };
  return {
    'data-link': true,
    onClick: open,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && open(event),
    // Otherwise the middle button would begin to scroll.
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (event.button === 1 && isForRow(event)) event.preventDefault();
    },
    onPointerMove: begin,
    onPointerDown: begin,
    onPointerLeave: stopPreload,
  };
}

function isForRow({ currentTarget, target, defaultPrevented }: MouseEvent<HTMLElement>): boolean {
  // React hands on what happens in a menu of the row, which stands elsewhere in the page.
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target))
    return false;
  return !isControl(target) && getSelection()?.type !== 'Range';
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest(CONTROLS) !== null;
