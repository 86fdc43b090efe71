import type { PageQuery } from '../../../base/lazy-query.ts';
import { readVideoSearch, toVideoQuery } from '../rules/video-search.ts';
import { videosQuery } from '../data.ts';
import { Button } from '@mantine/core';
import { IconMovie, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../../../base/shortcuts.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { uploadWish } from '../../../base/upload-wish.ts';
import { paths } from '../../../paths.ts';
import { DropHint } from '../../../ui/drop-hint.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { projectsQuery } from '../../projects/data.ts';
import { mayCreateProjects } from '../../projects/rules.ts';
import { mayUploadSomewhere, PROJECT_CHOICE_LIMIT } from '../../uploads/rules/upload-target.ts';
import { VideoList } from '../components/list/video-list.tsx';

export const pageQuery: PageQuery = ({ scope, search }) =>
  videosQuery(scope, toVideoQuery(readVideoSearch(search), undefined));

/** The videos of all projects that the person may see. */
export function AllVideosPage() {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const { role } = useTeam();
  const projects = useQuery({
    ...projectsQuery(scope, { limit: PROJECT_CHOICE_LIMIT }),
    enabled: role !== 'admin',
  });
  const mayUpload = mayUploadSomewhere(role, projects.data?.data);
  useShortcut(mayUpload ? 'u' : undefined, t('keys.upload'), () => uploadWish.set(true));
  const upload = (
    <Button
      leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => uploadWish.set(true)}
    >
      {t('actions.upload')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('list.allTitle')} inlineActions {...(mayUpload && { actions: upload })} />
      <VideoList empty={<Nothing mayUpload={mayUpload} />} />
    </>
  );
}

/** No video anywhere: perhaps because there is no project either. */
function Nothing({ mayUpload }: { mayUpload: boolean }) {
  const t = useTranslations('videos.empty');
  const scope = useTeamScope();
  const mayCreate = mayCreateProjects(useTeam().role);
  const any = useQuery(projectsQuery(scope, { limit: 1 }));
  if (any.data === undefined) return null;
  const hasProjects = any.data.total > 0;
  const maySend = hasProjects ? mayUpload : mayCreate;
  const projects = (
    <Button component={Link} to={paths.projects(scope.teamName)} variant="default">
      {t('projects')}
    </Button>
  );
  const withoutProject = mayCreate ? t('noProjects') : t('memberNoProjects');
  const withProject = mayUpload ? t('text') : t('noPermission');
  return (
    <EmptyState
      icon={IconMovie}
      title={t('title')}
      actions={
        <>
          {projects}
          {maySend && <Button onClick={() => uploadWish.set(true)}>{t('upload')}</Button>}
        </>
      }
    >
      <p>{hasProjects ? withProject : withoutProject}</p>
      {maySend && <DropHint />}
    </EmptyState>
  );
}
