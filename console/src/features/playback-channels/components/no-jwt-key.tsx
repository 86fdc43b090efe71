import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';

/** Warns that only the team can watch protected videos, as no key checks viewers' tokens. */
export function NoJwtKey() {
  const t = useTranslations('drmConfigs.devices.noJwtKey');
  const { namespace, role } = useTeam();
  return (
    <Note tone="warning" title={t('title')}>
      {role === 'admin' ? (
        <Link to={paths.multiDrm(namespace)}>{t('add')}</Link>
      ) : (
        <p>{t('askAdmin')}</p>
      )}
    </Note>
  );
}
