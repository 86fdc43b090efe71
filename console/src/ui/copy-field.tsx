import { useId } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';

type Props = {
  label: string;
  value: string;
  copyLabel: string;
  /** Let a long value wrap instead of cutting it off. */
  wrap?: boolean;
};

/** A secret, an address or a code: one line in monospace with a copy button. */
export function CopyField({ label, value, copyLabel, wrap }: Props) {
  const id = useId();
  return (
    <div className={classes.root}>
      <span className={classes.label} id={id}>
        {label}
      </span>
      <div className={classes.box}>
        <code
          className={classes.value}
          data-wrap={wrap || undefined}
          role="textbox"
          aria-readonly="true"
          aria-labelledby={id}
          tabIndex={0}
          translate="no"
        >
          {value}
        </code>
        <CopyButton value={value} label={copyLabel} />
      </div>
    </div>
  );
}
