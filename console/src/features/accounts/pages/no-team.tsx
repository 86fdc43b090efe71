import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useDocumentTitle } from '../../../base/document-title.ts';
import { signOut } from '../../../base/session.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Signed in, but a member of no team. */
export function NoTeamPage() {
  const t = useTranslations('accounts.noTeam');
  const queryClient = useQueryClient();
  useDocumentTitle(t('title'));
  const leave = useSave({
    run: () => signOut(queryClient),
    onDone: () => navigate({ to: paths.signIn() }),
  });
  return (
    <main>
      <EmptyState
        icon={IconUsersGroup}
        title={t('title')}
        actions={
          <Button variant="default" onClick={() => leave.mutate()} loading={leave.isPending}>
            {t('signOut')}
          </Button>
        }
      >
        {t('text')}
      </EmptyState>
    </main>
  );
}
