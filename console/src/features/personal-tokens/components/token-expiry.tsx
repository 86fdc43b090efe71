import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useNow } from '../../../base/use-now.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { getExpiryState } from '../rules.ts';
import classes from './personal-tokens.module.css';

export function TokenExpiry({ expiresAt }: { expiresAt: string | null }) {
  const t = useTranslations('personalTokens');
  const format = useFormat();
  const state = getExpiryState(expiresAt, useNow());
  if (expiresAt === null || state === 'never') {
    return <span className={classes.second}>{t('never')}</span>;
  }
  if (state === 'expired') return <StatusPill tone="danger">{t('list.expired')}</StatusPill>;
  const date = format.date(expiresAt);
  return (
    <span className={classes.expiry}>
      <span className={classes.second}>{date}</span>
      {state === 'soon' && <StatusPill tone="warning">{t('list.soon')}</StatusPill>}
    </span>
  );
}
