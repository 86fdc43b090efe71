import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Project } from '@kinora/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.ts';
import { ChannelEffects } from '../channel-effects.tsx';
import { refreshChannels } from '../../data.ts';
import { setPrimaryChannel } from '../../data.ts';
import { useKeepProject } from '../../../../base/project.ts';

type Channel = Project['playbackChannels'][number];

type Props = {
  project: Project;
  channels: readonly PlaybackChannel[];
  /** Undefined while no other is to be the primary one. */
  chosen: Channel | undefined;
  onClose: () => void;
};

/** Says what becomes of the project's links, and asks. */
export function MakePrimary({ project, channels, chosen, onClose }: Props) {
  const t = useTranslations('playbackChannels.project');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const keep = useKeepProject();
  const find = (id: string | undefined) => channels.find((channel) => channel.id === id);
  const [from, to] = [find(project.primaryPlaybackChannelId), find(chosen?.id)];
  const set = async (id: string) => {
    await keep(await setPrimaryChannel(scope, project.key, id));
    await refreshChannels(queryClient, scope);
  };
  const save = useSave({
    run: ({ channel }: { channel: Channel; before: string }) => set(channel.id),
    undo: ({ before }) => set(before),
    done: (_, { channel: { name } }) => t('madePrimary', { name }),
    onDone: onClose,
    shownByPage: () => true,
  });
  return (
    <ConfirmDialog
      opened={chosen !== undefined}
      onClose={() => {
        save.reset();
        onClose();
      }}
      onConfirm={() =>
        chosen && save.mutate({ channel: chosen, before: project.primaryPlaybackChannelId })
      }
      title={t('primaryTitle', { name: chosen?.name ?? '' })}
      confirmLabel={t('makePrimary')}
      busy={save.isPending}
      error={save.error}
      item={t('item')}
    >
      <p>
        {t('primaryText', {
          count: project.videoCount,
          host: to?.defaultPlaybackDomain ?? chosen?.name ?? '',
        })}
      </p>
      {from && <p>{t('primaryOld', { host: from.defaultPlaybackDomain })}</p>}
      {to && <ChannelEffects from={from} to={to} />}
    </ConfirmDialog>
  );
}
