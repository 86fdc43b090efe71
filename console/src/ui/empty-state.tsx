import type { ComponentType, ReactNode } from 'react';
import classes from './empty-state.module.css';

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** Says what the thing is for. */
  children?: ReactNode;
  /** The one thing to do, and where to read on. */
  actions?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, actions }: Props) {
  return (
    <section className={classes.root}>
      <span className={classes.icon} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
