import columns from '../../../ui/columns.module.css';
import { ReadOnlyNote } from '../../projects/components/settings/read-only-note.tsx';
import { useProject } from '../../projects/data.ts';
import { ProjectEncryption } from '../../videos/components/project-encryption/project-encryption.tsx';
import { ProjectPlayer } from '../components/project-player.tsx';

/** Shows how the project's videos look to viewers, and with whose keys they are encrypted. */
export function ProjectSettingsPage() {
  const project = useProject();
  return (
    <div className={columns.column}>
      <ReadOnlyNote project={project} />
      <ProjectPlayer project={project} />
      <ProjectEncryption project={project} />
    </div>
  );
}
