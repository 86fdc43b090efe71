import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Forbidden } from '../../../ui/forbidden.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { CreateWizard } from '../components/create/create-wizard.tsx';
import { mayCreateProjects } from '../rules.ts';

export function CreateProjectPage() {
  const t = useTranslations('projects');
  const team = useTeam();
  const list = paths.projects(team.namespace);
  return (
    <>
      <PageHead title={t('create.title')} crumbs={[{ label: t('title'), to: list }]} />
      {mayCreateProjects(team.role) ? (
        <CreateWizard />
      ) : (
        <Forbidden
          title={t('create.forbiddenTitle')}
          text={t('create.forbiddenText')}
          back={{ to: list, label: t('backToList') }}
        />
      )}
    </>
  );
}
