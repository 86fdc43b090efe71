import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Outlet } from '../../../base/router/outlet.tsx';
import { decodePath } from '../../../base/router/route.ts';
import { usePath } from '../../../base/router/use-address.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useShortcut } from '../../../base/shortcuts.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ProjectFacts } from '../components/project-facts.tsx';
import { ProjectTitle } from '../components/shell/project-title.tsx';
import { useProject } from '../../../base/project.ts';
import classes from './project-frame.module.css';

type Tab = { to: (teamName: string, projectKey: string) => string; label: string };

/** Head and tabs of a project. The tab says which of its pages this is, and so does the window. */
export function ProjectFrame({ tabs }: { tabs: readonly Tab[] }) {
  const t = useTranslations('projects');
  const { teamName } = useTeamScope();
  const project = useProject();
  const here = usePath();
  const pages = tabs.map(({ to, label }) => ({
    to: to(teamName, project.key),
    toPage: to,
    label,
  }));
  const current = pages.find(({ to }) => decodePath(to) === here) ?? pages[0];
  const toUpload = paths.projectUpload(teamName, project.key);
  useShortcut(
    project.actions.upload ? 'u' : undefined,
    t('shell.upload'),
    () => void navigate({ to: toUpload }),
  );
  return (
    <>
      <PageHead
        title={current?.label ?? ''}
        heading={<ProjectTitle name={project.name} toPage={current?.toPage ?? paths.project} />}
        windowTitle={[project.name]}
        crumbs={[{ label: t('title'), to: paths.projects(teamName) }]}
        facts={
          <ProjectFacts
            project={project}
            links={{ members: paths.projectMembers(teamName, project.key) }}
          />
        }
        inlineActions
        {...(project.actions.upload && {
          actions: (
            <Button component={Link} to={toUpload} className={classes.upload}>
              <IconUpload size={17} stroke={1.8} aria-hidden />
              <span className={classes.uploadLabel}>{t('shell.upload')}</span>
            </Button>
          ),
        })}
      />
      <Tabs label={t('shell.tabs')} tabs={pages} />
      <Outlet />
    </>
  );
}
