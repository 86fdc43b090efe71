import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './note.module.css';

type Props = {
  tone: 'info' | 'success' | 'warning' | 'danger';
  title?: ReactNode;
  children?: ReactNode;
  /** `alert` for something that just went wrong, `status` for something that just happened. */
  role?: 'alert' | 'status';
};

const ICONS = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
};

/** A remark inside a page that stays, unlike a toast. */
export function Note({ tone, title, children, role }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={classes.root} data-tone={tone} role={role}>
      <Icon size={18} stroke={1.8} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
