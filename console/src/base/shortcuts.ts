import { useEffect, useRef } from 'react';
import { getPreferences } from './preferences.ts';
import { createStore, useStore } from './store.ts';

/**
 * `key` as KeyboardEvent.key says it, or two letters one after another (`g p`): nothing happens while someone
 * types. With `mod+` before it, it is pressed with Ctrl, on a Mac with ⌘, and works in fields, too.
 */
export type Shortcut = { key: string; label: string; run: () => void };

const shortcuts = createStore<readonly Shortcut[]>([]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The second key of a pair comes within this time. */
const PAIR_MS = 1500;
let firstKey: { key: string; at: number } | undefined;

/** The key by what it types on a Latin keyboard, which a Thai one writes on its keys as well. */
export function nameKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (/^[\u0000-\u007f]+$/.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

function findShortcut(name: string): Shortcut | undefined {
  // The page nearest to the person registered last.
  return shortcuts.get().findLast((one) => one.key === name);
}

const isMac = /^(Mac|iP)/.test(navigator.platform);

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Says whether a key was pressed with Ctrl, on a Mac with ⌘, and with nothing else. */
export function isCommandKey(event: Pressed, key: string, onMac = isMac): boolean {
  const [isPressed, isOther] = onMac
    ? [event.metaKey, event.ctrlKey]
    : [event.ctrlKey, event.metaKey];
  return isPressed && !isOther && !event.altKey && !event.shiftKey && nameKey(event) === key;
}

/** A shortcut's keys, as they are written on keyboards. */
export function showKeys(key: string): string {
  return key.startsWith('mod+') ? `${isMac ? '⌘' : 'Ctrl'} ${key.slice(4).toUpperCase()}` : key;
}

const commands = () => shortcuts.get().filter(({ key }) => key.startsWith('mod+'));

function findPressed(event: KeyboardEvent): Shortcut | undefined {
  const command = commands().find(({ key }) => isCommandKey(event, key.slice(4)));
  if (command || event.ctrlKey || event.metaKey || event.altKey) return command;
  if (isTyping(event.target) || getPreferences().singleKeys === 'off') return undefined;
  const key = nameKey(event);
  const isPair = firstKey !== undefined && event.timeStamp - firstKey.at < PAIR_MS;
  const found = (isPair && findShortcut(`${firstKey?.key} ${key}`)) || findShortcut(key);
  firstKey = { key, at: event.timeStamp };
  return found;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (document.querySelector('[data-dialog-open]') !== null) return;
  const found = findPressed(event);
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
