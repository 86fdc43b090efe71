import { useEffect, useRef } from 'react';
import { getPreferences } from './preferences.ts';
import { createStore, useStore } from './store.ts';

/** `key` as KeyboardEvent.key says it; single keys do nothing while someone types. */
export type Shortcut = { key: string; label: string; run: () => void };

const shortcuts = createStore<readonly Shortcut[]>([]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || getPreferences().singleKeys === 'off') return;
  if (document.querySelector('[data-dialog-open]') !== null) return;
  // The page nearest to the person registered last.
  const found = shortcuts.get().findLast((one) => one.key === event.key);
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

/** Starts listening; answers how to stop. */
export function listenForShortcuts(): () => void {
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/**
 * Makes `key` do something while the calling part is on the page; undefined makes none. `label` is
 * for the sheet.
 */
export function useShortcut(key: string | undefined, label: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (key === undefined) return undefined;
    const shortcut: Shortcut = { key, label, run: () => latest.current() };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter((one) => one !== shortcut));
  }, [key, label]);
}

/** All keys that do something now, for the sheet. */
export function useShortcuts(): readonly Shortcut[] {
  return useStore(shortcuts);
}
