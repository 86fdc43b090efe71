import { ProjectAccess } from '../components/access/project-access.tsx';
import columns from '../../../ui/columns.module.css';
import { DetailsCard } from '../components/settings/details-card.tsx';
import classes from '../components/settings/general.module.css';
import { ReadOnlyNote } from '../components/settings/read-only-note.tsx';
import { CreatorCard, DefaultsCard, IdentityCard } from '../components/settings/general-cards.tsx';
import { useProject } from '../data.ts';

export function GeneralPage() {
  const project = useProject();
  return (
    <div className={`${columns.root} ${classes.columns}`}>
      <div className={columns.column}>
        <ReadOnlyNote project={project} />
        <DetailsCard project={project} />
        <IdentityCard project={project} />
      </div>
      <div className={columns.column}>
        <ProjectAccess project={project} />
        <CreatorCard project={project} />
        <DefaultsCard project={project} />
      </div>
    </div>
  );
}
