import { useTranslations } from 'use-intl';
import { FormPage } from '../ui/form-page.tsx';
import { EffectsCard } from '../ui/project/effects-card.tsx';
import { ReadOnlyNote } from '../ui/project/read-only-note.tsx';
import { useProject } from '../base/project.ts';
import { ProjectEncryption } from '../features/key-servers/sections/project-encryption.tsx';
import { ProjectKeys } from '../features/videos/sections/project-keys.tsx';
import { ProjectPlayer } from '../features/players/sections/project-player.tsx';

/** Shows how the project's videos look to viewers, and which keys encrypt them. */
export function ProjectSettingsPage() {
  const t = useTranslations('projects.settings');
  const player = useTranslations('players.project');
  const encryption = useTranslations('keyServers.project');
  const project = useProject();
  const effects = [
    { title: player('title'), text: player('dialogNote') },
    { title: encryption('title'), text: encryption('dialogNote') },
  ];
  return (
    <FormPage aside={<EffectsCard effects={effects} />} asideLabel={t('effects')}>
      <ReadOnlyNote project={project} />
      <ProjectPlayer project={project} />
      <ProjectEncryption project={project}>
        <ProjectKeys project={project} />
      </ProjectEncryption>
    </FormPage>
  );
}
