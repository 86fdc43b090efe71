import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import type { NavSection } from '../../../ui/frame/nav-groups.ts';
import type { Entry } from '../rules/entry.ts';
import { EntryList, toOptionId } from './entry-list.tsx';
import { PaletteFoot } from './palette-foot.tsx';
import { useEntries } from './use-entries.ts';
import { useListKeys } from './use-list-keys.ts';
import classes from './palette.module.css';

type Props = {
  opened: boolean;
  sections: readonly NavSection[];
  actions: readonly Entry[];
  onClose: () => void;
};

/** The field, the list below it, and a line about both. */
export function PalettePanel({ opened, sections, actions, onClose }: Props) {
  const t = useTranslations('palette');
  const [text, setText] = useState('');
  const listId = useId();
  const { entries, q, ...answers } = useEntries({ text, sections, actions });
  const choose = ({ to, run }: Entry, isNewTab: boolean) => {
    if (to !== undefined && isNewTab) window.open(to, '_blank', 'noopener');
    else {
      onClose();
      if (to === undefined) run?.();
      else void navigate({ to });
    }
  };
  const { isWaiting } = answers;
  const keys = useListKeys({ opened, entries, isWaiting, onChoose: choose, onClose });
  const { active } = keys;
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          type="text"
          role="combobox"
          className={classes.field}
          value={text}
          maxLength={200}
          placeholder={t('placeholder')}
          aria-label={t('placeholder')}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? listId : undefined}
          aria-activedescendant={active && toOptionId(listId, active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            keys.restart();
          }}
          onKeyDown={keys.onKeyDown}
        />
        <CloseButton
          iconSize={20}
          className={classes.close ?? ''}
          aria-label={t('keys.close')}
          onClick={onClose}
        />
      </div>
      <EntryList
        id={listId}
        entries={entries}
        active={active}
        q={q}
        isWaiting={isWaiting || answers.error !== null}
        onPoint={keys.point}
        onChoose={choose}
      />
      <PaletteFoot {...answers} count={q === '' ? undefined : entries.length} />
    </div>
  );
}
