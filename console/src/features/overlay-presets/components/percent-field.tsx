import { Input } from '@mantine/core';
import { parseWhole } from '../../presets/rules/numbers.ts';
import classes from './overlay-form.module.css';

type Props = {
  id: string;
  label: string;
  description: string;
  value: string;
  range: { min: number; max: number };
  onChange: (value: string) => void;
  error: string | undefined;
  disabled: boolean;
  readOnly: boolean;
};

/** A percentage, typed or slid. */
export function PercentField(props: Props) {
  const { id, label, description, value, range, onChange, error, disabled, readOnly } = props;
  return (
    <Input.Wrapper
      id={id}
      label={label}
      required
      error={error}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <div className={classes.percent}>
        <Input
          id={id}
          className={classes.number ?? ''}
          inputMode="numeric"
          autoComplete="off"
          required
          aria-label={`${label} (%)`}
          rightSection={
            <span className={classes.unit} aria-hidden>
              %
            </span>
          }
          rightSectionPointerEvents="none"
          value={value}
          disabled={disabled}
          readOnly={readOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error !== undefined}
        />
        {/* The field says all of it to screen readers, and takes the keyboard. */}
        <input
          type="range"
          min={range.min}
          max={range.max}
          value={parseWhole(value) ?? range.min}
          disabled={disabled}
          tabIndex={-1}
          aria-hidden
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </Input.Wrapper>
  );
}
