import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';

/** Says that nobody but the team can watch what is protected: no key is there that checks viewers' tokens. */
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
