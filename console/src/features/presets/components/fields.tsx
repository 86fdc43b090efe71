import { Select, TextInput } from '@mantine/core';
import { useFormScope } from '../../../ui/form/form.tsx';
import classes from './preset-form.module.css';

type TextProps = {
  path: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  description?: string | undefined;
  required?: boolean;
};

const order: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

export function TextField({ path, label, value, onChange, description, required }: TextProps) {
  const { at } = useFormScope();
  return (
    <TextInput
      {...at(path)}
      label={label}
      required={required === true}
      autoComplete="off"
      inputWrapperOrder={order}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type NumberProps = TextProps & { unit?: string; decimals?: boolean; placeholder?: string };

/** A number that is typed as text: letters stay visible, with the message beside them. */
export function NumberField(props: NumberProps) {
  const { path, label, value, onChange, description, required, unit, decimals } = props;
  const { at } = useFormScope();
  return (
    <TextInput
      {...at(path)}
      label={label}
      required={required === true}
      autoComplete="off"
      inputMode={decimals ? 'decimal' : 'numeric'}
      inputWrapperOrder={order}
      description={description}
      placeholder={props.placeholder ?? ''}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(unit !== undefined && {
        rightSection: (
          <span className={classes.unit} aria-hidden>
            {unit}
          </span>
        ),
        rightSectionWidth: 62,
        rightSectionPointerEvents: 'none' as const,
        'aria-label': `${label} (${unit})`,
      })}
    />
  );
}

type ChoiceProps<T extends string> = {
  path: string;
  label: string;
  value: T | null;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  description?: string | undefined;
  searchable?: boolean;
  nothingFound?: string;
  placeholder?: string;
  required?: boolean;
};

export function ChoiceField<T extends string>(props: ChoiceProps<T>) {
  const { path, label, value, choices, onChange, description, searchable } = props;
  const { at } = useFormScope();
  return (
    <Select
      {...at(path)}
      label={label}
      withAsterisk={props.required === true}
      inputWrapperOrder={order}
      description={description}
      data={[...choices]}
      value={value}
      searchable={searchable === true}
      placeholder={props.placeholder ?? ''}
      {...(props.nothingFound !== undefined && { nothingFoundMessage: props.nothingFound })}
      maxDropdownHeight={260}
      onChange={(chosen) => {
        const found = choices.find((choice) => choice.value === chosen);
        if (found) onChange(found.value);
      }}
    />
  );
}
