import type { Video } from '@kinora/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { channelsQuery } from '../../../playback-channels/data.ts';
import { playersQuery, projectQuery } from '../../../projects/data.ts';
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
  return (
    <div className={classes.root}>
      {video.requiresSignedUrl ? (
        <>
          <div>
            <StatusPill tone="warning">{t('signed.required')}</StatusPill>
          </div>
          <p className={classes.second}>{t('signed.text')}</p>
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
