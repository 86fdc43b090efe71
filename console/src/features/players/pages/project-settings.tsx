import { useTranslations } from 'use-intl';
import { FormPage } from '../../../ui/form-page.tsx';
import { EffectsCard } from '../../projects/components/settings/effects-card.tsx';
import { ReadOnlyNote } from '../../projects/components/settings/read-only-note.tsx';
import { useProject } from '../../projects/data.ts';
import { ProjectEncryption } from '../../videos/components/project-encryption/project-encryption.tsx';
import { ProjectPlayer } from '../components/project-player.tsx';

/** Shows how the project's videos look to viewers, and with whose keys they are encrypted. */
export function ProjectSettingsPage() {
  const t = useTranslations('projects.settings');
  const player = useTranslations('players.project');
  const encryption = useTranslations('videos.encryption');
  const project = useProject();
  const effects = [
    { title: player('title'), text: player('dialogNote') },
    { title: encryption('title'), text: encryption('dialogNote') },
  ];
  return (
    <FormPage aside={<EffectsCard effects={effects} />} asideLabel={t('effects')}>
      <ReadOnlyNote project={project} />
      <ProjectPlayer project={project} />
      <ProjectEncryption project={project} />
    </FormPage>
  );
}
