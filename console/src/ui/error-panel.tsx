import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBellRinging,
  IconLock,
  IconMapPinOff,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type ErrorContext, useErrorText } from '../base/error-text.ts';
import { CopyButton } from './copy-button.tsx';
import { Link } from './link.tsx';
import { SupportLink } from './support-link.tsx';
import classes from './empty-state.module.css';

type Props = ErrorContext & {
  error: unknown;
  /** Tries the failed call again. */
  onRetry?: () => void;
  /** Says where "back" leads; a page-wide error offers it. */
  home?: { to: string; label: string };
  children?: ReactNode;
};

const ICONS: Record<number, typeof IconLock> = {
  0: IconPlugConnectedX,
  403: IconLock,
  404: IconMapPinOff,
};

/** A failure in place of what should have been there: what happened, what to do, what to report. */
export function ErrorPanel({ error, item, action, onRetry, home, children }: Props) {
  const t = useTranslations('ui');
  const text = useErrorText()(error, { item, ...(action && { action }) });
  const Icon = text.action ? IconBellRinging : (ICONS[text.status] ?? IconAlertTriangle);
  const isCalm = text.status === 403 || text.action !== undefined;
  // Asking again won't bring what isn't there.
  const leads = home !== undefined && text.status === 404;
  const help = text.action ?? (onRetry && !leads && { label: t('retry'), onSelect: onRetry });
  return (
    <section className={classes.root} role="alert">
      <span className={classes.icon} data-tone={isCalm ? 'neutral' : 'danger'}>
        <Icon size={26} stroke={1.6} aria-hidden />
      </span>
      <h2 className={classes.title}>{text.title}</h2>
      <p className={classes.text}>{text.detail}</p>
      {children}
      <div className={classes.actions}>
        {home && (
          <Button component={Link} to={home.to} variant={leads ? 'filled' : 'default'}>
            {home.label}
          </Button>
        )}
        {help && text.status !== 403 && <Button onClick={help.onSelect}>{help.label}</Button>}
      </div>
      {text.status >= 404 && <SupportLink subject={text.reference} />}
      {text.reference !== '' && (
        <p className={classes.reference}>
          <span>{text.reference}</span>
          <CopyButton value={text.reference} label={t('copyReference')} small />
        </p>
      )}
    </section>
  );
}
