import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useDocumentTitle } from '../../../base/document-title.ts';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useMe } from '../../../base/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SignOutButton } from '../../../ui/sign-out-button.tsx';

/** Signed in, but a member of no team, or suspended in each. */
export function NoTeamPage() {
  const t = useTranslations('accounts.noTeam');
  const format = useFormat();
  const suspendedIn = useMe()?.suspendedIn ?? [];
  const isSuspended = suspendedIn.length > 0;
  const title = isSuspended ? t('suspendedTitle') : t('title');
  useDocumentTitle(title);
  return (
    <main>
      <EmptyState icon={IconUsersGroup} title={title} actions={<SignOutButton />}>
        {isSuspended ? t('suspended', { teams: format.list(suspendedIn) }) : t('text')}
      </EmptyState>
    </main>
  );
}
