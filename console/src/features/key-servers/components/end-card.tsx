import type { KeyServer } from '@kinora/contract/key-servers';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toApiError } from '../../../base/api-error.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { changes, refreshKeyServers } from '../data.ts';
import { hasVideos, listChoices } from '../rules/state.ts';
import { UsedBy } from './used-by.tsx';
import classes from './key-servers.module.css';

type End = 'deactivate' | 'delete';

/** Stops or deletes a server. One that is used can't be ended: what uses it is named instead. */
export function EndCard({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers');
  const [asked, setAsked] = useState<End>();
  const close = () => setAsked(undefined);
  const stays = listChoices(server).length > 0;
  // Their next keys are asked for together with those that they have.
  const keepsKeys = !stays && hasVideos(server) && asked === 'delete';
  return (
    <Card title={t('end.title')} note={t(stays ? 'end.inUseNote' : 'end.note')}>
      <div className={classes.buttons}>
        {server.status === 'active' && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={17} stroke={1.7} aria-hidden />}
            onClick={() => setAsked('deactivate')}
          >
            {t('deactivate.button')}
          </Button>
        )}
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={17} aria-hidden />}
          onClick={() => setAsked('delete')}
        >
          {t('delete.button')}
        </Button>
      </div>
      <EndDialog server={server} end={stays || keepsKeys ? undefined : asked} onClose={close} />
      <Dialog opened={stays && asked !== undefined} onClose={close} title={t('end.inUse')}>
        <p>{t('end.inUseText')}</p>
        <UsedBy server={server} />
      </Dialog>
      <Dialog opened={keepsKeys} onClose={close} title={t('end.inUse')}>
        <p>{t('end.videosText')}</p>
      </Dialog>
    </Card>
  );
}

type Props = { server: KeyServer; end: End | undefined; onClose: () => void };

function EndDialog({ server, end, onClose }: Props) {
  const t = useTranslations('keyServers');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  // Keeps its words while it closes.
  const [shown, setShown] = useState<End>('delete');
  if (end !== undefined && end !== shown) setShown(end);
  const refresh = () => refreshKeyServers(queryClient, scope);
  const run = async (wanted: End) => {
    try {
      await changes(scope, server.id)[wanted]();
    } catch (error) {
      // It was chosen in the meantime, so the dialog now lists its uses.
      if (toApiError(error).code === 'key_server_in_use') await refresh();
      throw error;
    }
  };
  return (
    <RemoveDialog
      thing={end}
      onClose={onClose}
      run={run}
      done={(wanted) => t(`${wanted}.done`)}
      onDone={async (wanted) => {
        if (wanted === 'delete') await navigate({ to: paths.keyServers(scope.teamName) });
        await refresh();
      }}
      title={t(`${shown}.title`, { name: server.name })}
      button={t(`${shown}.button`)}
      item={t('item')}
    >
      <p>{t(`${shown}.text`)}</p>
    </RemoveDialog>
  );
}
