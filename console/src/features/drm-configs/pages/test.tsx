import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { ManagersOnly } from '../../../ui/managers-only.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { mayManageTeam } from '../../../base/team-role.ts';
import { PlayProtected } from '../components/play-protected.tsx';
import { type Probed, probeSystems } from '../rules/key-systems.ts';
import classes from '../components/trial.module.css';

/** Which DRMs this browser has, and a protected video to try. */
export function TestPage() {
  const t = useTranslations('drmConfigs');
  const { namespace, role } = useTeam();
  if (!mayManageTeam(role)) return <ManagersOnly title={t('trial.title')} />;
  return (
    <>
      <PageHead
        title={t('trial.title')}
        crumbs={[{ label: t('title'), to: paths.multiDrm(namespace) }]}
        facts={t('trial.lead')}
      />
      <FormPage aside={<Systems />} asideLabel={t('trial.systems')}>
        <PlayProtected />
      </FormPage>
    </>
  );
}

function Systems() {
  const t = useTranslations('drmConfigs.trial');
  const probed = useQuery({
    queryKey: ['key-systems'],
    // Only pages that are secure have it, whatever its type says.
    queryFn: () => probeSystems(navigator.requestMediaKeySystemAccess?.bind(navigator)),
  });
  return (
    <Card title={t('systems')} note={t('systemsNote')}>
      {probed.data === null ? (
        <Note tone="warning">{t('unsafe')}</Note>
      ) : probed.data === undefined ? (
        <Skeleton height={130} />
      ) : (
        <ul className={classes.systems}>
          {probed.data.map((one) => (
            <SystemRow key={one.system} probed={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SystemRow({ probed: { system, isThere, level } }: { probed: Probed }) {
  const t = useTranslations('drmConfigs.trial');
  return (
    <li className={classes.system}>
      <div>
        <span className={classes.name}>{t(`names.${system}`)}</span>
        {level !== undefined && (
          <span className={classes.second}>{t('best', { level: t(`levels.${level}`) })}</span>
        )}
      </div>
      <StatusPill tone={isThere ? 'success' : 'neutral'}>{t(isThere ? 'yes' : 'no')}</StatusPill>
    </li>
  );
}
