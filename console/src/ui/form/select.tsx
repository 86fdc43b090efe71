import { ComboboxChevron, InputBase, type InputBaseProps } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { findMatches } from '../../base/i18n/search-text.ts';
import { ChoiceList } from './choice-list.ts';
import { type Choice, getNames, useChoiceList } from './use-choice-list.ts';

type Looks = Pick<
  InputBaseProps,
  'error' | 'description' | 'inputWrapperOrder' | 'disabled' | 'withAsterisk'
>;

type Props<T extends string> = Looks & {
  id?: string;
  label?: string;
  'aria-label'?: string;
  placeholder?: string | undefined;
  readOnly?: boolean;
  choices: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  /** A part of the words finds a choice. */
  searchable?: boolean;
  /** Called with the typed text, when there are more choices than are listed at once. */
  onSearch?: (typed: string) => void;
  nothingFound?: string | undefined;
};

/** A closed list that looks like Mantine's, whose Combobox loads once the page has settled. */
export function Select<T extends string>(props: Props<T>) {
  const { choices, value, onChange, searchable = false, onSearch, nothingFound, ...looks } = props;
  const ownId = useId();
  const { id = ownId, label, disabled = false, readOnly = false } = looks;
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const chosen = choices.find((choice) => choice.value === value)?.label ?? '';
  const shown = findMatches(choices, getNames, typed ?? '');
  const search = (text: string | undefined) => {
    setTyped(text);
    onSearch?.(text ?? '');
  };
  const onChoose = (choice: T) => {
    search(undefined);
    list.close();
    if (choice !== value) onChange(choice);
  };
  const list = useChoiceList({
    choices: shown,
    chosen: value,
    onChoose,
    isButton: !searchable,
    isFixed: disabled || readOnly,
  });
  return (
    <>
      <InputBase
        {...looks}
        {...list.field}
        id={id}
        ref={box}
        size="sm"
        pointer={!searchable}
        rightSection={<ComboboxChevron size="sm" error={props.error} />}
        rightSectionPointerEvents="none"
        readOnly={readOnly || !searchable}
        value={typed ?? chosen}
        onChange={(event) => {
          search(event.currentTarget.value);
          list.restart(event.currentTarget.value);
          list.open();
        }}
        onClick={searchable ? list.open : list.toggle}
        onFocus={(event) => {
          if (!searchable) return;
          // Selecting lets typed words replace the present choice, which they would never match.
          event.currentTarget.select();
          list.open();
        }}
        onBlur={() => {
          search(undefined);
          list.close();
        }}
        onKeyDown={list.onKeyDown}
      />
      <ChoiceList
        id={list.listId}
        box={box}
        opened={list.opened}
        onClose={list.close}
        choices={shown}
        chosen={value}
        active={list.active}
        onChoose={(found) => onChoose(found as T)}
        nothingFound={nothingFound}
        {...(label === undefined
          ? { 'aria-label': props['aria-label'] }
          : { 'aria-labelledby': `${id}-label` })}
      />
    </>
  );
}
