import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import classes from './name-cell.module.css';

type Props = {
  name: string;
  /** Without it the name is no link. */
  to?: string | undefined;
  /** Marks beside the name. */
  children?: ReactNode;
};

/** The name of a row's thing, which leads to its page. */
export function NameCell({ name, to, children }: Props) {
  return (
    <span className={classes.root}>
      {to === undefined ? (
        <span className={classes.name}>{name}</span>
      ) : (
        <Link to={to} className={classes.name}>
          {name}
        </Link>
      )}
      {children}
    </span>
  );
}
