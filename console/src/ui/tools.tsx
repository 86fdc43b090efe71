import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tools.module.css';

/** The row above a list: search, filter, the filters that are on. */
export function Tools({ children }: { children: ReactNode }) {
  return <div className={classes.root}>{children}</div>;
}

type ChipProps = { children: string; onRemove: () => void; removeLabel: string };

/** A filter that is on, with a cross that takes it off. */
export function FilterChip({ children, onRemove, removeLabel }: ChipProps) {
  return (
    <span className={classes.chip}>
      {children}
      <CloseButton
        size={24}
        iconSize={14}
        radius="xl"
        aria-label={removeLabel}
        onClick={onRemove}
      />
    </span>
  );
}
