import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Project } from '@kinora/contract/projects';
import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { playersQuery, projectQuery } from '../../../../base/project.ts';
import { findUnsignedChannels, sortByLimits } from '../../../playback-channels/rules/access.ts';
import { onHost } from '../../rules/links.ts';
import { ShareFields } from './share-fields.tsx';
import { SignedLinks } from './signed-links.tsx';
import classes from './share.module.css';

/** Shows the links of a video that play: where its channel demands it, signed ones alone. */
export function Share({ video }: { video: Video }) {
  const t = useTranslations('videos.links');
  const scope = useTeamScope();
  // Their field stands from the first, or the others would move.
  const players = useQuery(playersQuery(scope));
  const project = useQuery(projectQuery(scope, video.project.key));
  const channels = useQuery({ ...channelsQuery(scope), enabled: video.requiresSignedUrl });
  if (players.isPending || project.isPending || channels.isLoading) {
    return (
      <Loading>
        <Skeleton width="60%" />
      </Loading>
    );
  }
  const channel = channels.data?.data.find(
    ({ id }) => id === project.data?.primaryPlaybackChannelId,
  );
  return (
    <div className={classes.root}>
      {video.requiresSignedUrl ? (
        <>
          <div>
            <StatusPill tone="warning">{t('signed.required')}</StatusPill>
          </div>
          <p className={classes.second}>{t('signed.text', { name: channel?.name ?? '' })}</p>
          {project.data && channels.data && (
            <PlainLinks video={video} project={project.data} channels={channels.data.data} />
          )}
          {video.actions.updateVideo ? (
            <SignedLinks video={video} />
          ) : (
            <p className={classes.second}>{t('signed.askOthers')}</p>
          )}
        </>
      ) : (
        <ShareFields video={video} links={video} />
      )}
    </div>
  );
}

type PlainProps = { video: Video; project: Project; channels: readonly PlaybackChannel[] };

/** The links of further channels, which demand no signature. */
function PlainLinks({ video, project, channels }: PlainProps) {
  const t = useTranslations('videos');
  const { unlimited, limited } = sortByLimits(
    findUnsignedChannels(channels, project),
    video.geoblockPolicy.appliedRule,
  );
  return [...unlimited, ...limited].map(({ id, name, defaultPlaybackDomain: host }) => (
    <CopyField
      key={id}
      label={t('links.plain', { name })}
      value={onHost(video.watchUrl, host)}
      copyLabel={t('links.copyPlain', { name })}
      openLabel={t('links.openWatch')}
    />
  ));
}
