import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useNow } from '../../../base/use-now.ts';
import { isOnline } from '../rules.ts';
import classes from './members.module.css';

/** Says how long ago a member was here; the exact time shows under the pointer. */
export function LastSeen({ at }: { at: string | null }) {
  const t = useTranslations('teamMembers');
  const format = useFormat();
  const now = useNow();
  if (at === null) return t('neverSeen');
  const online = isOnline(at, now);
  return (
    <time dateTime={at} title={format.dateTime(at)} className={online ? classes.online : undefined}>
      {online ? t('online') : format.relative(at)}
    </time>
  );
}
