import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names with their values, each in a `dt` and a `dd`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.root}>{children}</dl>;
}
