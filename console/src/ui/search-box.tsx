import { normaliseText } from '@kinora/contract/normalise-text';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePreferences } from '../base/preferences.ts';
import { useShortcut } from '../base/shortcuts.ts';
import { useIsPhone } from '../base/use-is-phone.ts';
import classes from './search-box.module.css';

type Props = {
  /** The address says this text. */
  value: string;
  /** Called a moment after the last key, with trimmed text. */
  onSearch: (text: string) => void;
  placeholder: string;
  /** On phones, where the whole one would be cut. */
  phonePlaceholder?: string;
};

const PAUSE_MS = 300;

/** Search as one types; `/` goes to it, Escape empties it. */
export function SearchBox({ value, onSearch, placeholder, phonePlaceholder }: Props) {
  const isPhone = useIsPhone();
  const t = useTranslations('ui');
  const { singleKeys } = usePreferences();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by itself (back button, "clear all"): follow it, but never while typing.
  if (value !== seen) {
    setSeen(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcut('/', t('search'), () => input.current?.select());

  const search = (next: string, wait: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(normaliseText(next.trim())), wait);
  };
  const showKey = singleKeys === 'on' && text === '';
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.root ?? ''}
      classNames={{ input: classes.input ?? '' }}
      value={text}
      placeholder={(isPhone && phonePlaceholder) || placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={
        text === '' ? (
          showKey && <kbd aria-hidden>/</kbd>
        ) : (
          <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => search('', 0)} />
        )
      }
      onChange={(event) => search(event.currentTarget.value, PAUSE_MS)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') search(text, 0);
        if (event.key === 'Escape' && text !== '') search('', 0);
      }}
    />
  );
}
