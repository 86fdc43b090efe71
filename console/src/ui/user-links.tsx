import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import classes from './user-links.module.css';

/** Lists of what uses a thing, one for each kind. */
export function UserLists({ children }: { children: ReactNode }) {
  return <div className={classes.root}>{children}</div>;
}

type Props = {
  /** The kind: projects, videos. */
  title: string;
  users: readonly { name: string; to: string }[];
  /** Says how many more there are. */
  more: string | undefined;
};

/** Lists what uses a thing, each as a link to where that is changed. */
export function UserLinks({ title, users, more }: Props) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {users.map(({ name, to }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        {more !== undefined && <li>{more}</li>}
      </ul>
    </section>
  );
}
