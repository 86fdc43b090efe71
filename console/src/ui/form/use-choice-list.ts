import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { toSearchText } from '../../base/i18n/search-text.ts';

export type Choice<T extends string = string> = {
  value: T;
  label: string;
  /** Tells choices with the same name apart, in a second line. */
  note?: string;
  /** Each of them finds it; the label does without any. */
  names?: readonly string[];
  /** It is listed, with the reason in `note`, and can't be taken. */
  isDisabled?: boolean;
};

export const getNames = ({ names, label }: Choice): readonly string[] => names ?? [label];

type Options<T extends string> = {
  /** As they are listed. */
  choices: readonly Choice<T>[];
  chosen?: T | null;
  onChoose: (value: T) => void;
  /** Nothing can be typed into the field: keys open the list, and letters look for a choice. */
  isButton?: boolean;
  /** Typed text need not be in the list: Enter takes a choice only after the arrows went to one. */
  isFreeText?: boolean;
  isFixed?: boolean;
};

const TYPING_PAUSE_MS = 700;

/**
 * The keys of a field with a list to choose from (WAI-ARIA APG, combobox). They work from the
 * beginning; what draws the list may come later (`overlay/choice-list.tsx`).
 */
export function useChoiceList<T extends string>(options: Options<T>) {
  const { choices, chosen = null, onChoose, isFixed = false } = options;
  const { isButton = false, isFreeText = false } = options;
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = useRef({ text: '', atMs: 0 });
  const chosenIndex = choices.findIndex(({ value }) => value === chosen);
  const current = active === -1 ? chosenIndex : active;

  const close = () => {
    setOpened(false);
    setActive(-1);
  };
  const goTo = (index: number) => {
    setOpened(true);
    setActive(index);
  };
  const move = (step: 1 | -1) => {
    if (!opened) return goTo(Math.max(chosenIndex, 0));
    const next = current + step;
    return goTo(next < 0 ? choices.length - 1 : next % Math.max(choices.length, 1));
  };
  const lookFor = (letter: string) => {
    const atMs = Date.now();
    const before = atMs - typed.current.atMs < TYPING_PAUSE_MS ? typed.current.text : '';
    const text = before + letter.toLowerCase();
    typed.current = { text, atMs };
    const found = choices.findIndex(({ label }) => toSearchText(label).startsWith(text));
    if (found !== -1) goTo(found);
  };
  /** Says whether the key was for the list. */
  const takes = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      move(key === 'ArrowDown' ? 1 : -1);
      return true;
    }
    const choice = opened ? choices[current] : undefined;
    if (key === 'Enter' && choice !== undefined) {
      if (!choice.isDisabled) onChoose(choice.value);
      return true;
    }
    if (isButton && (key === 'Enter' || key === ' ')) {
      if (opened) close();
      else setOpened(true);
      return true;
    }
    // An open list is not a form to send.
    if (key === 'Enter' && opened && !isFreeText) {
      close();
      return true;
    }
    if (key === 'Escape') close();
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isButton && isLetter) lookFor(key);
    return false;
  };

  return {
    opened,
    active,
    open: () => !isFixed && setOpened(true),
    toggle: () => (opened ? close() : !isFixed && setOpened(true)),
    close,
    /** Typing restarts the way through the list, at the best match. */
    restart: (typed = '') => setActive(isFreeText || typed.trim() === '' ? -1 : 0),
    listId: `${id}-list`,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isFixed && !event.nativeEvent.isComposing && takes(event)) event.preventDefault();
    },
    field: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-haspopup': 'listbox',
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-list` : undefined,
      'aria-activedescendant':
        !opened || active === -1 || active >= choices.length
          ? undefined
          : getOptionId(`${id}-list`, active),
      'data-expanded': opened || undefined,
      // Escape closes the list, and not the dialog around it.
      'data-mantine-stop-propagation': opened || undefined,
    } as const,
  };
}

export const getOptionId = (listId: string, index: number) => `${listId}-${index}`;
