import type { PageQuery } from '../../../base/lazy-query.ts';
import { useTranslations } from 'use-intl';
import { presetsQuery } from '../../presets/data.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { ChannelsSection } from '../components/settings/channels-section.tsx';
import { EffectsCard } from '../components/settings/effects-card.tsx';
import { GeoblockSection } from '../components/settings/geoblock-section.tsx';
import { PresetSection } from '../components/settings/preset-section.tsx';
import { ReadOnlyNote } from '../components/settings/read-only-note.tsx';
import { useProject } from '../data.ts';

export const pageQuery: PageQuery = ({ scope }) => presetsQuery(scope);

/** Shows what new uploads of the project begin with; each section has its place in the address. */
export function DefaultsPage() {
  const t = useTranslations('projects');
  const presets = useTranslations('presets.project');
  const project = useProject();
  const effects = [
    { title: presets('title'), text: presets('dialogNote') },
    {
      title: t('geoblocking.title'),
      text: t('geoblocking.effect', { count: project.videoCount }),
    },
    { title: t('channels.title'), text: t('channels.effect') },
  ];
  return (
    <FormPage aside={<EffectsCard effects={effects} />} asideLabel={t('settings.effects')}>
      <ReadOnlyNote project={project} />
      <PresetSection project={project} />
      <GeoblockSection project={project} />
      {project.playbackChannels.length > 0 && <ChannelsSection project={project} />}
    </FormPage>
  );
}
