import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Escape lets all go; F6 moves to the bar and back to where one was. */
export function useBarKeys(onEscape: () => void): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === 'Escape' && isOfPage(event.target)) onEscape();
    if (event.key !== 'F6' || bar.current === null) return;
    event.preventDefault();
    const focused = document.activeElement;
    const isInside = bar.current.contains(focused);
    const target = isInside ? before.current : bar.current;
    if (!isInside) before.current = focused;
    if (target instanceof HTMLElement) target.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return bar;
}

/** Dialogs, menus and toasts stand outside the page and take Escape for themselves, as fields do. */
function isOfPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body) return document.querySelector('[data-dialog-open]') === null;
  const isField = target.closest('input:not([type="checkbox"]), textarea') !== null;
  return target.closest('#main') !== null && !isField;
}
