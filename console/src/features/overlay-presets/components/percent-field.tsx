import { Input } from '@mantine/core';
import type { CSSProperties } from 'react';
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
  const slid = Math.min(Math.max(parseWhole(value) ?? range.min, range.min), range.max);
  const part = `${((slid - range.min) / (range.max - range.min)) * 100}%`;
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
          value={slid}
          style={{ '--part': part } as CSSProperties}
          disabled={disabled}
          tabIndex={-1}
          aria-hidden
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </Input.Wrapper>
  );
}
