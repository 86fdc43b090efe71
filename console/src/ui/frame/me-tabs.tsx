import { useTranslations } from 'use-intl';
import { useTeam } from '../../base/team-scope.ts';
import { paths } from '../../paths.ts';
import { Tabs } from '../tabs.tsx';

/** The tabs over the pages about oneself. */
export function MeTabs() {
  const t = useTranslations('nav');
  const { namespace } = useTeam();
  return (
    <Tabs
      label={t('me')}
      tabs={[
        { to: paths.personalTokens(namespace), label: t('personalTokens') },
        { to: paths.sessions(namespace), label: t('sessions') },
        { to: paths.profile(namespace), label: t('profile') },
      ]}
    />
  );
}
