import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { runAtRest } from '../../../base/at-rest.ts';
import { loadPart } from '../../../base/new-version.ts';
import { useMe } from '../../../base/session.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useProject } from '../../../base/project.ts';
import { UploadForm } from '../components/form/upload-form.tsx';

export function UploadPage() {
  const t = useTranslations('uploads');
  const projects = useTranslations('projects');
  const { teamName } = useTeamScope();
  const project = useProject();
  const accountId = useMe()?.account.id;
  useEffect(() => {
    if (accountId === undefined) return;
    // A file that waits in this browser is known before one is chosen, so that it is not sent twice.
    runAtRest(() => {
      loadPart(() => import('../data/session.ts')).then(
        ({ openUploads }) => openUploads(accountId),
        () => undefined,
      );
    });
  }, [accountId]);
  const home = paths.project(teamName, project.key);
  return (
    <>
      <PageHead
        title={t('page.title')}
        windowTitle={[project.name]}
        crumbs={[
          { label: projects('title'), to: paths.projects(teamName) },
          { label: project.name, to: home },
        ]}
        facts={project.actions.upload ? t('page.lead') : undefined}
        guide="first-video"
      />
      {project.actions.upload ? (
        <UploadForm project={project} accountId={accountId ?? ''} />
      ) : (
        <Forbidden
          title={t('forbidden.title')}
          text={t('forbidden.text')}
          back={{ to: home, label: t('forbidden.back') }}
        />
      )}
    </>
  );
}
