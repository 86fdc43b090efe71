import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useBarPlace } from '../frame/bar-place.tsx';
import classes from './form-bar.module.css';

type Tone = 'danger' | 'success' | undefined;

type Props = {
  /** Says what is going to be sent, or why it can't be. */
  status?: ReactNode;
  tone?: Tone;
  /** The button that sends comes last, and names its form. */
  children: ReactNode;
};

/** Stays at the bottom of the window's content as long as a form has something to send. */
export function FormBar({ status, tone, children }: Props) {
  const place = useBarPlace();
  if (place === null) return null;
  return createPortal(
    <div className={classes.bar}>
      <Status tone={tone}>{status}</Status>
      <div className={classes.buttons}>{children}</div>
    </div>,
    place,
  );
}

/** The buttons that a form on a page ends with, the one that sends first. */
export function FormEnd({ status, tone, children }: Props) {
  return (
    <div className={classes.end}>
      <Status tone={tone}>{status}</Status>
      {children}
    </div>
  );
}

function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={classes.status} role={tone === 'danger' ? 'alert' : 'status'} data-tone={tone}>
      {children}
    </div>
  );
}
