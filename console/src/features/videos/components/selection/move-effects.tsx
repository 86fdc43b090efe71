import type { Project } from '@kinora/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Note } from '../../../../ui/note.tsx';
import { ChannelEffects } from '../../../playback-channels/components/channel-effects.tsx';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { projectQuery } from '../../../../base/project.ts';
import { compareProjects } from '../../rules/move.ts';
import classes from './move-dialog.module.css';

type Props = {
  /** Key of the project of all that is moved; undefined where they are of several. */
  fromKey: string | undefined;
  to: Project;
};

/** Says how another project changes videos: where they play, who may watch, how they look. */
export function MoveEffects({ fromKey, to }: Props) {
  const t = useTranslations('videos.batch.move.effects');
  const format = useFormat();
  const scope = useTeamScope();
  const source = useQuery({
    ...projectQuery(scope, fromKey ?? ''),
    enabled: fromKey !== undefined,
  });
  const channels = useQuery(channelsQuery(scope)).data?.data;
  if (channels === undefined || source.isLoading) return null;
  const from = source.data;
  const find = (id: string | undefined) => channels.find((channel) => channel.id === id);
  const target = find(to.primaryPlaybackChannelId);
  const { lostChannelIds, hasOtherPlayer, hasOtherRule } = compareProjects(from, to);
  const lost = lostChannelIds.flatMap((id) => find(id)?.defaultPlaybackDomain ?? []);
  const player = to.player?.name;
  return (
    <div className={classes.effects} aria-live="polite">
      {target && <p>{t('host', { name: target.name, host: target.defaultPlaybackDomain })}</p>}
      {from === undefined && <p>{t('lostOfSeveral')}</p>}
      {lost.length > 0 && (
        <Note tone="warning" title={t('lost', { hosts: format.list(lost) })}>
          <p>{t('lostText')}</p>
        </Note>
      )}
      {target && <ChannelEffects from={find(from?.primaryPlaybackChannelId)} to={target} />}
      {hasOtherRule && <p>{t('rule', { name: to.geoblockRule.name })}</p>}
      {hasOtherPlayer && (
        <p>{player === undefined ? t('standard') : t('player', { name: player })}</p>
      )}
    </div>
  );
}
