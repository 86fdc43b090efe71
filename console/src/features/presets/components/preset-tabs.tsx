import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Tabs } from '../../../ui/tabs.tsx';

/** Presets, and the pictures that can lie over what they make. */
export function PresetTabs() {
  const t = useTranslations('presets');
  const { teamName } = useTeamScope();
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={[
        { to: paths.presets(teamName), label: t('title') },
        { to: paths.overlays(teamName), label: t('tabs.overlays') },
      ]}
    />
  );
}
