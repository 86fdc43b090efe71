import type { PageQuery } from '../base/lazy-query.ts';
import { useTranslations } from 'use-intl';
import { presetsQuery } from '../features/presets/data.ts';
import { FormPage } from '../ui/form-page.tsx';
import { ChannelsSection } from '../features/playback-channels/sections/project-channels.tsx';
import { EffectsCard } from '../ui/project/effects-card.tsx';
import { GeoblockSection } from '../features/geoblock-rules/sections/project-geoblock.tsx';
import { PresetSection } from '../features/presets/sections/project-preset.tsx';
import { ReadOnlyNote } from '../ui/project/read-only-note.tsx';
import { useProject } from '../base/project.ts';

export const pageQuery: PageQuery = ({ scope }) => presetsQuery(scope);

/** Shows what new uploads of the project begin with; each section has its place in the address. */
export function DefaultsPage() {
  const t = useTranslations('projects.settings');
  const rule = useTranslations('geoblockRules.project');
  const channels = useTranslations('playbackChannels.project');
  const presets = useTranslations('presets.project');
  const project = useProject();
  const effects = [
    { title: presets('title'), text: presets('dialogNote') },
    {
      title: rule('title'),
      text: rule('effect', { count: project.videoCount }),
    },
    { title: channels('title'), text: channels('effect') },
  ];
  return (
    <FormPage aside={<EffectsCard effects={effects} />} asideLabel={t('effects')}>
      <ReadOnlyNote project={project} />
      <PresetSection project={project} />
      <GeoblockSection project={project} />
      {project.playbackChannels.length > 0 && <ChannelsSection project={project} />}
    </FormPage>
  );
}
