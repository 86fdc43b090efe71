import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { channelsQuery } from '../../playback-channels/data.ts';
import { refreshDrm, setChannelDrm } from '../data.ts';
import { listServices } from '../rules/services.ts';
import classes from './multi-drm.module.css';

type Props = { config: DrmConfig; isAdmin: boolean };

/** The channels, and whether each gives licences. Ending them asks first where videos need them. */
export function ChannelsCard({ config, isAdmin }: Props) {
  const t = useTranslations('drmConfigs');
  const scope = useTeamScope();
  const channels = useQuery(channelsQuery(scope));
  const [ending, setEnding] = useState<PlaybackChannel>();
  const { set, refresh } = useSetChannel();
  const hasService = listServices(config).length > 0;
  const change = (channel: PlaybackChannel, hasDrm: boolean) => {
    if (!hasDrm && config.videoCount > 0) setEnding(channel);
    else set.mutate({ channel, hasDrm });
  };
  return (
    <Card>
      <Loaded query={channels} skeleton={<Skeleton height={44} />} item={t('steps.channels')}>
        {({ data }) => (
          <ul className={classes.channels}>
            {data.map((channel) => (
              <li key={channel.id}>
                <Switch
                  label={t('channels.on', { name: channel.name })}
                  description={channel.defaultPlaybackDomain}
                  checked={channel.hasDrm}
                  disabled={!isAdmin || !hasService || set.isPending}
                  onChange={(event) => change(channel, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {isAdmin && !hasService && <p className={classes.hint}>{t('channels.needsService')}</p>}
      <RemoveDialog
        thing={ending}
        onClose={() => setEnding(undefined)}
        run={({ id }) => setChannelDrm(scope, id, false)}
        done={({ name }) => t('channels.offDone', { name })}
        onDone={refresh}
        title={t('channels.offTitle', { name: ending?.name ?? '' })}
        button={t('channels.offButton')}
      >
        <p>{t('channels.offText')}</p>
        <p>{t('remove.videos', { count: config.videoCount })}</p>
      </RemoveDialog>
    </Card>
  );
}

function useSetChannel() {
  const t = useTranslations('drmConfigs.channels');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const refresh = () => refreshDrm(queryClient, scope);
  const set = useSave({
    run: ({ channel, hasDrm }: { channel: PlaybackChannel; hasDrm: boolean }) =>
      setChannelDrm(scope, channel.id, hasDrm),
    done: (_, { channel: { name }, hasDrm }) => t(hasDrm ? 'onDone' : 'offDone', { name }),
    onDone: refresh,
  });
  return { set, refresh };
}
