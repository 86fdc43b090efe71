import { normaliseText } from '@kinora/contract/normalise-text';
import { Input, Pill, PillsInput, type PillsInputProps } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { findMatches } from '../../base/i18n/search-text.ts';
import { ChoiceList } from './choice-list.ts';
import classes from './tags-input.module.css';
import { type Choice, getNames, useChoiceList } from './use-choice-list.ts';

type Props = Pick<PillsInputProps, 'label' | 'description' | 'error' | 'disabled'> & {
  id?: string;
  placeholder?: string | undefined;
  readOnly?: boolean;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  typed: string;
  onType: (text: string) => void;
  suggestions: readonly Choice[];
  /** Finds the tags in typed or pasted text; by default commas and lines part them. */
  split?: (text: string) => string[];
  /** Says whether a key ends the tag that is typed; by default a comma does. */
  endsTag?: (key: string) => boolean;
  /** Marks a tag that can't stay. */
  isBad?: (tag: string) => boolean;
  maxTags?: number;
  maxLength?: number;
  /** With it, a button takes all away. */
  clearLabel?: string | undefined;
};

const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
const splitAtCommas = (text: string) => text.split(/[,\n]/);
const isComma = (key: string) => key === ',';

/** Tags as one types them, with suggestions; their list comes once the page stands. */
export function TagsInput(props: Props) {
  const { value, onChange, typed, onType, suggestions, maxTags = Infinity, clearLabel } = props;
  const { split = splitAtCommas, endsTag = isComma, isBad } = props;
  const ownId = useId();
  const { id = ownId, label, description, error, placeholder, maxLength } = props;
  const { disabled = false, readOnly = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFixed = disabled || readOnly;
  const unused = suggestions.filter((one) => one.isDisabled || !value.includes(one.value));
  const choices = findMatches(unused, getNames, typed);
  const add = (text: string) => {
    const tags = [...value];
    for (const tag of split(text).map((part) => normaliseText(part).trim())) {
      if (tag !== '' && !tags.some(isSame(tag)) && tags.length < maxTags) tags.push(tag);
    }
    onType('');
    list.restart();
    if (tags.length > value.length) onChange(tags);
  };
  // The list covers what stands below the field.
  const choose = (text: string) => {
    add(text);
    list.close();
  };
  const list = useChoiceList({ choices, onChoose: choose, isFixed, isFreeText: true });
  const onKeyDown = (event: KeyboardEvent) => {
    list.onKeyDown(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing || isFixed) return;
    if ((endsTag(event.key) || event.key === 'Enter') && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Enter' && list.opened && choices.length > 0) {
      // The next one is for the form.
      event.preventDefault();
      list.close();
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(value.slice(0, -1));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (!isFixed) add(typed + event.clipboardData.getData('text/plain'));
  };
  const clear = () => {
    onChange([]);
    onType('');
    field.current?.focus();
    list.open();
  };
  return (
    <>
      <PillsInput
        id={id}
        label={label}
        description={description}
        error={error}
        disabled={disabled}
        ref={box}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          clearLabel !== undefined && value.length > 0 && !isFixed ? (
            <Input.ClearButton
              aria-label={clearLabel}
              aria-hidden
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={clear}
            />
          ) : undefined
        }
      >
        <Pill.Group disabled={disabled}>
          {value.map((tag, index) => (
            <Pill
              key={tag}
              className={classes.pill ?? ''}
              withRemoveButton={!readOnly}
              disabled={disabled}
              onRemove={() => onChange(value.filter((_, at) => at !== index))}
              data-bad={isBad?.(tag) || undefined}
            >
              {tag}
            </Pill>
          ))}
          <PillsInput.Field
            {...list.field}
            placeholder={placeholder}
            maxLength={maxLength}
            readOnly={readOnly}
            disabled={disabled}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            ref={field}
            className={classes.field ?? ''}
            value={typed}
            onChange={(event) => {
              onType(event.currentTarget.value);
              list.restart();
              list.open();
            }}
            onFocus={list.open}
            onClick={list.open}
            onBlur={() => {
              add(typed);
              list.close();
            }}
          />
        </Pill.Group>
      </PillsInput>
      <ChoiceList
        id={list.listId}
        box={box}
        opened={list.opened}
        onClose={list.close}
        choices={choices}
        active={list.active}
        onChoose={choose}
        aria-labelledby={`${id}-label`}
      />
    </>
  );
}
