import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useId } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Tooltip } from './tooltip.tsx';
import classes from './copy-field.module.css';

type Props = {
  label: string;
  value: string;
  copyLabel: string;
  /** Let a long value wrap instead of cutting it off. */
  wrap?: boolean;
  /** An address can be opened in a tab of its own; screen readers are told so. */
  openLabel?: string;
};

/** A secret, an address or a code: one line in monospace with a copy button. */
export function CopyField({ label, value, copyLabel, wrap, openLabel }: Props) {
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
        {openLabel !== undefined && (
          <Tooltip label={openLabel}>
            <ActionIcon
              component="a"
              href={value}
              target="_blank"
              rel="noopener"
              size="lg"
              aria-label={openLabel}
            >
              <IconExternalLink size={17} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </div>
  );
}
