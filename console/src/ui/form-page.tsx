import type { ReactNode } from 'react';
import classes from './form-page.module.css';

type Props = {
  children: ReactNode;
  /** A preview of the filled-in form: at the top of the aside, on narrow windows above the column. */
  preview?: ReactNode;
  /** Facts that go with the column, such as uses and effects. On narrow windows below it. */
  aside?: ReactNode;
  asideLabel?: string;
  /** Preview or aside stays in sight while one scrolls. */
  isSticky?: boolean;
};

/**
 * A page to fill in or to read: a column of cards, with an aside if needed. All other pages are lists, which
 * have the whole width; there is no third kind.
 */
export function FormPage({ children, preview, aside, asideLabel, isSticky }: Props) {
  const sticky = { 'data-sticky': isSticky || undefined };
  return (
    <div className={classes.root}>
      <div className={classes.column}>{children}</div>
      {preview !== undefined && (
        <div className={classes.preview} {...sticky}>
          {preview}
        </div>
      )}
      {aside !== undefined && (
        <aside className={classes.aside} aria-label={asideLabel} {...sticky}>
          {aside}
        </aside>
      )}
    </div>
  );
}

/** Cards below each other, for what stands within the column of such a page. */
export function CardColumn({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}
