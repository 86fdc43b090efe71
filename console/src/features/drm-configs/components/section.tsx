import { type ReactNode, useId } from 'react';
import classes from './multi-drm.module.css';

type Props = { step: number; title: string; note: string; children: ReactNode };

/** A step of the set-up: they may be done in any order, but nothing plays before all are. */
export function Section({ step, title, note, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <span className={classes.number} aria-hidden>
          {step}
        </span>
        <div>
          <h2 id={id}>{title}</h2>
          <p className={classes.note}>{note}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
