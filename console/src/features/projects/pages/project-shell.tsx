import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Outlet } from '../../../base/router/outlet.tsx';
import { decodePath } from '../../../base/router/route.ts';
import { usePath } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../ui/link.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ProjectFacts } from '../components/project-facts.tsx';
import { useProject } from '../data.ts';

/** Head and tabs of a project; the title says which of its pages this is. */
export function ProjectShell() {
  const t = useTranslations('projects');
  const { teamName } = useTeamScope();
  const project = useProject();
  const home = paths.project(teamName, project.key);
  const general = paths.projectGeneral(teamName, project.key);
  const here = usePath();
  const defaults = paths.projectDefaults(teamName, project.key);
  const pages = [
    { to: home, label: t('shell.videosTab'), title: t('shell.videos') },
    { to: general, label: t('shell.general'), title: t('shell.general') },
    { to: defaults, label: t('shell.defaults'), title: t('shell.defaults') },
  ];
  const title = pages.find(({ to }) => decodePath(to) === here)?.title ?? t('shell.videos');
  return (
    <>
      <PageHead
        title={title}
        windowTitle={[project.name]}
        crumbs={[
          { label: t('title'), to: paths.projects(teamName) },
          { label: project.name, to: home },
        ]}
        facts={<ProjectFacts project={project} />}
        {...(project.actions.upload && {
          actions: (
            <Button
              component={Link}
              to={paths.projectUpload(teamName, project.key)}
              leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />}
            >
              {t('shell.upload')}
            </Button>
          ),
        })}
      />
      <Tabs label={t('shell.tabs')} tabs={pages} />
      <Outlet />
    </>
  );
}
