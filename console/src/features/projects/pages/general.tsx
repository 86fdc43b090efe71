import { useTranslations } from 'use-intl';
import columns from '../../../ui/columns.module.css';
import { Note } from '../../../ui/note.tsx';
import { DetailsCard } from '../components/settings/details-card.tsx';
import classes from '../components/settings/general.module.css';
import { CreatorCard, DefaultsCard, IdentityCard } from '../components/settings/general-cards.tsx';
import { useProject } from '../data.ts';

export function GeneralPage() {
  const t = useTranslations('projects.general');
  const project = useProject();
  return (
    <div className={`${columns.root} ${classes.columns}`}>
      <div className={columns.column}>
        {!project.actions.updateProject && (
          <Note tone="info" title={t('readOnly')}>
            {t('readOnlyText')}
          </Note>
        )}
        <DetailsCard project={project} />
        <IdentityCard project={project} />
      </div>
      <div className={columns.column}>
        <CreatorCard project={project} />
        <DefaultsCard project={project} />
      </div>
    </div>
  );
}
