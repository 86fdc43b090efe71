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
  users: readonly { name: string; to: string; note?: string | undefined }[];
  /** Says how many more there are. */
  more: string | undefined;
  note?: string | undefined;
};

/** Lists what uses a thing, each as a link to where that is changed. */
export function UserLinks({ title, users, more, note }: Props) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {users.map((user) => (
          <li key={user.to}>
            <Link to={user.to}>{user.name}</Link>
            {user.note !== undefined && <div className={classes.note}>{user.note}</div>}
          </li>
        ))}
        {more !== undefined && <li>{more}</li>}
      </ul>
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </section>
  );
}
