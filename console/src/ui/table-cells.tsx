import type { ReactNode } from 'react';
import { useFormat } from '../base/i18n/use-format.ts';
import classes from './table-cells.module.css';

/** An id that people compare letter by letter. */
export function CodeCell({ children }: { children: string }) {
  return (
    <span className={classes.code} translate="no">
      {children}
    </span>
  );
}

/** A fact beside what the row is called. */
export function SecondCell({ children }: { children: ReactNode }) {
  return <span className={classes.second}>{children}</span>;
}

/** A day, and the time of it where several changes a day are told apart. */
export function DateCell({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={at} className={classes.second}>
      {withTime ? format.dateTime(at) : format.date(at)}
    </time>
  );
}
