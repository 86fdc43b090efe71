import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../base/lazy-part.tsx';
import type { Known } from './invite-dialog.tsx';

const InviteDialog = lazyPart(
  async () => (await import('./invite-dialog.tsx')).InviteDialog,
  'teamInvitations',
);

/** Opens the dialog that invites people into the team. */
export function InviteButton({ members }: { members: readonly Known[] }) {
  const t = useTranslations('teamInvitations');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={() => setOpened(true)}>
        {t('invite.open')}
      </Button>
      <InviteDialog opened={opened} onClose={() => setOpened(false)} members={members} />
    </>
  );
}
