import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { PageQuery } from '../../../base/lazy-query.ts';
import { Navigate, Outlet } from '../../../base/router/outlet.tsx';
import { toApiError } from '../../../base/api-error.ts';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useRecordRecent } from '../../../base/use-recent.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ProjectSkeleton } from '../components/project-skeleton.tsx';
import { forgetProject, getRememberedProject, rememberProject } from '../components/remembered.ts';
import { ProjectContext, projectQuery } from '../../../base/project.ts';
import { projectsQuery } from '../data.ts';

export const pageQuery: PageQuery = ({ scope, params: { projectKey = '' } }) =>
  projectQuery(scope, projectKey);

/** Lets a project's pages be drawn once the project is there; remembers it for the next visit. */
export function ProjectGate() {
  const scope = useTeamScope();
  const key = useRouteParam('projectKey');
  const project = useQuery(projectQuery(scope, key));
  const isGone = project.error !== null && toApiError(project.error).status === 404;
  const loadedKey = project.data?.key;

  useEffect(() => {
    if (isGone && getRememberedProject(scope.teamName) === key) forgetProject(scope.teamName);
    else if (loadedKey !== undefined) rememberProject(scope.teamName, loadedKey);
  }, [scope.teamName, key, loadedKey, isGone]);

  useRecordRecent({
    kind: 'project',
    key,
    opened: project.data && { kind: 'project', key: project.data.key, name: project.data.name },
    error: project.error,
  });

  if (project.data !== undefined && !isGone) {
    return (
      <ProjectContext value={project.data}>
        <Outlet key={project.data.id} />
      </ProjectContext>
    );
  }
  if (project.error === null) return <ProjectSkeleton />;
  return <Failure error={project.error} isGone={isGone} onRetry={() => void project.refetch()} />;
}

type FailureProps = { error: unknown; isGone: boolean; onRetry: () => void };

function Failure({ error, isGone, onRetry }: FailureProps) {
  const t = useTranslations('projects');
  const scope = useTeamScope();
  const any = useQuery({ ...projectsQuery(scope, { limit: 1 }), enabled: isGone });
  // A person without any project is better served by the list, which says so.
  if (any.data?.total === 0) return <Navigate to={paths.projects(scope.teamName)} />;
  const list = { to: paths.projects(scope.teamName), label: t('title') };
  return (
    <>
      <PageHead title={t('item')} crumbs={[list]} />
      <ErrorPanel
        error={error}
        item={t('item')}
        home={{ to: list.to, label: t('backToList') }}
        onRetry={onRetry}
      />
    </>
  );
}
