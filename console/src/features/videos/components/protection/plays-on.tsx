import type { DrmService } from '@kinora/contract/drm-outputs';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Link } from '../../../../ui/link.tsx';
import classes from './protection-card.module.css';

/** Says on which devices multi-DRM plays here, or what is to be set up first. */
export function PlaysOn({ services }: { services: readonly DrmService[] }) {
  const t = useTranslations('videos.protection.plays');
  const words = useTranslations('drmConfigs.devices');
  const { namespace, role } = useTeam();
  if (services.length > 0) {
    return services.map((service) => (
      <span key={service}>
        {t('on', { service: words(`names.${service}`), devices: words(`on.${service}`) })}
      </span>
    ));
  }
  return (
    <>
      <span className={classes.missing}>{t('notSetUp')}</span>
      {role === 'admin' ? (
        <Link to={paths.multiDrm(namespace)} className={classes.link}>
          {t('setUp')}
        </Link>
      ) : (
        <span>{t('askAdmin')}</span>
      )}
    </>
  );
}
