import type { Session } from '@kinora/contract/sessions';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../../ui/status-pill.tsx';
import classes from './sessions.module.css';

const PHONES = new Set(['iPhone', 'Android']);

/** "Firefox on Linux", or as much of it as the browser says. */
export function useSessionName(): (session: Pick<Session, 'browser' | 'system'>) => string {
  const t = useTranslations('sessions');
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? t('named', { browser, system })
      : (browser ?? system ?? t('unknownBrowser'));
}

export function SessionName({ session }: { session: Session }) {
  const t = useTranslations('sessions');
  const nameOf = useSessionName();
  const Icon = PHONES.has(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <span className={classes.session}>
      <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.name}>{nameOf(session)}</span>
      {session.isCurrent && <StatusPill tone="success">{t('current')}</StatusPill>}
    </span>
  );
}
