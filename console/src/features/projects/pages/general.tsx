import { useTranslations } from 'use-intl';
import { Note } from '../../../ui/note.tsx';
import { DetailsCard } from '../components/settings/details-card.tsx';
import classes from '../components/settings/general.module.css';
import { CreatorCard, DefaultsCard, IdentityCard } from '../components/settings/general-cards.tsx';
import { useProject } from '../data.ts';

export function GeneralPage() {
  const t = useTranslations('projects.general');
  const project = useProject();
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        {!project.actions.updateProject && (
          <Note tone="info" title={t('readOnly')}>
            {t('readOnlyText')}
          </Note>
        )}
        <DetailsCard project={project} />
        <IdentityCard project={project} />
      </div>
      <div className={classes.column}>
        <CreatorCard project={project} />
        <DefaultsCard project={project} />
      </div>
    </div>
  );
}
