import columns from '../../../ui/columns.module.css';
import { ReadOnlyNote } from '../../projects/components/settings/read-only-note.tsx';
import { useProject } from '../../projects/data.ts';
import { ProjectPlayer } from '../components/project-player.tsx';

/** Shows how the project's videos look to viewers. */
export function ProjectSettingsPage() {
  const project = useProject();
  return (
    <div className={columns.column}>
      <ReadOnlyNote project={project} />
      <ProjectPlayer project={project} />
    </div>
  );
}
