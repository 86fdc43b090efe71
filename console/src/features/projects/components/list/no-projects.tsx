import { Button } from '@mantine/core';
import { IconFolders, IconPlus, IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { uploadWish } from '../../../../base/upload-wish.ts';
import { paths } from '../../../../paths.ts';
import { DropHint } from '../../../../ui/drop-hint.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Link } from '../../../../ui/link.tsx';

/** Shown without projects: the first step for people who may create one, and a contact for others. */
export function NoProjects({ mayCreate }: { mayCreate: boolean }) {
  const t = useTranslations('projects');
  const { teamName } = useTeamScope();
  if (!mayCreate) {
    return (
      <EmptyState icon={IconFolders} title={t('empty.memberTitle')}>
        {t('empty.memberText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconFolders}
      title={t('empty.title')}
      guide="first-video"
      actions={
        <>
          <Button
            component={Link}
            to={paths.projectCreate(teamName)}
            variant="default"
            leftSection={<IconPlus size={17} aria-hidden />}
          >
            {t('list.create')}
          </Button>
          <Button
            leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />}
            onClick={() => uploadWish.set(true)}
          >
            {t('empty.upload')}
          </Button>
        </>
      }
    >
      <p>{t('empty.text')}</p>
      <DropHint />
    </EmptyState>
  );
}
