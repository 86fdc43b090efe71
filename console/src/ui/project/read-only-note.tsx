import type { Project } from '@kinora/contract/projects';
import { useTranslations } from 'use-intl';
import { Note } from '../note.tsx';

/** Explains to people without rights here why there are no buttons. */
export function ReadOnlyNote({ project }: { project: Project }) {
  const t = useTranslations('projects.general');
  if (project.actions.updateProject) return null;
  return (
    <Note tone="info" title={t('readOnly')}>
      {t('readOnlyText')}
    </Note>
  );
}
