import type { ReactNode } from 'react';
import classes from './form-bar.module.css';

type Props = {
  /** There is something to send, so it stays in sight. */
  isActive: boolean;
  /** Says what is going to be sent, or what keeps it. */
  status?: ReactNode;
  tone?: 'danger' | 'success' | undefined;
  /** The button that sends comes last. */
  children: ReactNode;
};

/** Stands below a form with its buttons. */
export function FormBar({ isActive, status, tone, children }: Props) {
  return (
    <div className={classes.bar} data-active={isActive || undefined}>
      <span className={classes.status} role="status" data-tone={tone}>
        {status}
      </span>
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
