import type { ComponentType, ReactNode } from 'react';
import type { GuideName } from '../base/guides.ts';
import { ReadOn } from './read-on.tsx';
import classes from './empty-state.module.css';

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** Says what the thing is for. */
  children?: ReactNode;
  /** The one thing to do. */
  actions?: ReactNode;
  /** Where to read on. */
  guide?: GuideName;
};

export function EmptyState({ icon: Icon, title, children, actions, guide }: Props) {
  return (
    <section className={classes.root}>
      <span className={classes.icon} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      {guide !== undefined && <ReadOn guide={guide} />}
    </section>
  );
}
