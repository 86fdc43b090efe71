import type { ReactNode } from 'react';
import classes from './form.module.css';

type Props = { isBusy: boolean; isDisabled?: boolean; children: ReactNode };

/** Sends the form; it turns while that goes on. */
export function SubmitButton({ isBusy, isDisabled = false, children }: Props) {
  return (
    <button
      type="submit"
      className={classes.submit}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy}
    >
      <span className={classes.words}>{children}</span>
    </button>
  );
}
