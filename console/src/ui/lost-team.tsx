import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useDocumentTitle } from '../base/document-title.ts';
import { type MyTeam, useMe } from '../base/session.ts';
import { paths } from '../paths.ts';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Takes the place of all pages of a team once the person is no member any more, or is suspended. */
export function LostTeam({ team: { name } }: { team: MyTeam }) {
  const t = useTranslations('ui.lostTeam');
  const me = useMe();
  const title = t('title', { team: name });
  useDocumentTitle(title);
  return (
    <main>
      <EmptyState
        icon={IconDoorExit}
        title={title}
        actions={
          <>
            {me?.teams.map((team) => (
              <Button key={team.id} component={Link} to={paths.team(team.namespace)}>
                {t('goTo', { team: team.name })}
              </Button>
            ))}
            <SignOutButton />
          </>
        }
      >
        {me?.suspendedIn.includes(name) ? t('suspended') : t('removed')}
      </EmptyState>
    </main>
  );
}
