import { CheckIcon, Combobox, useCombobox } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { type Choice, getOptionId } from '../form/use-choice-list.ts';
import { Standing } from './standing.tsx';
import classes from './choice-list.module.css';

type Props = {
  id: string;
  /** Says where it stands, as wide as that. */
  box: RefObject<HTMLElement | null>;
  opened: boolean;
  onClose: () => void;
  choices: readonly Choice[];
  chosen?: string | null;
  active: number;
  onChoose: (value: string) => void;
  /** Without words for it, an empty list isn't there. */
  nothingFound?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string;
};

const looks = Combobox.classes as Record<string, string | undefined>;

/** Draws the choices of a field, which has the focus and the keys (`form/use-choice-list.ts`). */
export function ChoiceList(props: Props) {
  const { id, box, opened, onClose, choices, chosen, active, onChoose, nothingFound } = props;
  const labelledBy = props['aria-labelledby'];
  const store = useCombobox({ opened, onDropdownClose: onClose });
  const current = active === -1 ? choices.findIndex(({ value }) => value === chosen) : active;
  useEffect(() => {
    if (opened) {
      document.getElementById(getOptionId(id, current))?.scrollIntoView({ block: 'nearest' });
    }
  }, [id, opened, current]);
  return (
    <Combobox store={store} onOptionSubmit={onChoose}>
      <Combobox.DropdownTarget>
        <Standing target={box} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={choices.length === 0 && nothingFound === undefined} data-composed>
        <Combobox.Options
          id={id}
          // The list itself scrolls: its keys come from the field, so nothing inside may need the focus.
          className={classes.options ?? ''}
          aria-label={props['aria-label']}
          {...(labelledBy !== undefined && { labelledBy })}
        >
          {choices.map(({ value, label, note, isDisabled = false }, index) => (
            <Combobox.Option
              key={value}
              id={getOptionId(id, index)}
              value={value}
              className={looks['optionsDropdownOption'] ?? ''}
              selected={index === active}
              active={value === chosen}
              disabled={isDisabled}
              aria-selected={value === chosen}
              data-reverse
            >
              <span>
                {label}
                {note !== undefined && <span className={classes.note}>{note}</span>}
              </span>
              {value === chosen && (
                <CheckIcon className={looks['optionsDropdownCheckIcon'] ?? ''} />
              )}
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
