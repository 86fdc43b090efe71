import { useTranslations } from 'use-intl';
import columns from '../../../ui/columns.module.css';
import { Note } from '../../../ui/note.tsx';
import { PresetSection } from '../components/settings/preset-section.tsx';
import { useProject } from '../data.ts';

/** Shows what new uploads of the project begin with; each section has its place in the address. */
export function DefaultsPage() {
  const t = useTranslations('projects.general');
  const project = useProject();
  return (
    <div className={columns.column}>
      {!project.actions.updateProject && (
        <Note tone="info" title={t('readOnly')}>
          {t('readOnlyText')}
        </Note>
      )}
      <PresetSection project={project} />
    </div>
  );
}
