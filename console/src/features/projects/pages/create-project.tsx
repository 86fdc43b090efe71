import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTeam } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
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
        <EmptyState
          icon={IconLock}
          title={t('create.forbiddenTitle')}
          actions={
            <Button component={Link} to={list} variant="default">
              {t('create.backToList')}
            </Button>
          }
        >
          {t('create.forbiddenText')}
        </EmptyState>
      )}
    </>
  );
}
