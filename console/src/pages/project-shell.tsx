import { useTranslations } from 'use-intl';
import { ProjectFrame } from '../features/projects/sections/project-frame.tsx';
import { useProject } from '../base/project.ts';
import { paths } from '../paths.ts';

/** Head and tabs of a project. A feature with a page below them adds its tab here. */
export function ProjectShell() {
  const t = useTranslations('projects.shell');
  const { actions } = useProject();
  return (
    <ProjectFrame
      tabs={[
        { to: paths.project, label: t('videos') },
        { to: paths.projectGeneral, label: t('general') },
        { to: paths.projectMembers, label: t('members') },
        { to: paths.projectDefaults, label: t('defaults') },
        { to: paths.projectSettings, label: t('settings') },
        ...(actions.updateProject ? [{ to: paths.projectHistory, label: t('history') }] : []),
      ]}
    />
  );
}
