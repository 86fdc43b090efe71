import type { ReactNode } from 'react';
import classes from './card.module.css';

type Props = {
  title?: ReactNode;
  /** One line under the title. */
  note?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** Content reaches the edges: tables, lists. */
  flush?: boolean;
  id?: string;
  children?: ReactNode;
};

/** A white box with a title; the place where things happen. */
export function Card({ title, note, actions, flush, id, children }: Props) {
  return (
    <section id={id} className={classes.root} data-flush={flush || undefined}>
      {(title !== undefined || actions !== undefined) && (
        <header className={classes.head}>
          <div className={classes.words}>
            {title !== undefined && <h2>{title}</h2>}
            {note !== undefined && <p className={classes.note}>{note}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
