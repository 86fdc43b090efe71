import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { usePlayerCode } from '../../../../base/use-player-code.ts';
import { ErrorPanel } from '../../../../ui/error-panel.tsx';
import { useServedPicture } from '../../../../ui/use-served-picture.ts';
import { playersQuery, projectQuery } from '../../../../base/project.ts';
import { getPreviewOptions, playsInPage } from '../../rules/preview.ts';
import { findCover } from '../../rules/row.ts';
import classes from './video-player.module.css';

type Props = {
  video: Video;
  src: string;
  /** The person pressed play, so the player's code loads at once and it plays. */
  autoplay?: boolean;
};

export function VideoPlayer(props: Props) {
  return playsInPage(props.video) ? <PagePlayer {...props} /> : <OwnPlayer {...props} />;
}

function PagePlayer({ src, autoplay = false }: Props) {
  const t = useTranslations('videos.detail');
  const lang = useLocale();
  return (
    <div className={classes.root}>
      <iframe
        src={`${src}&lang=${lang}${autoplay ? '&autoplay=1' : ''}`}
        title={t('player')}
        className={classes.frame}
        sandbox="allow-scripts"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      />
    </div>
  );
}

/** The player of the embed page; its code comes once the page around it stands. */
function OwnPlayer({ video, src, autoplay = false }: Props) {
  const t = useTranslations('videos.detail');
  const lang = useLocale();
  const { isReady, failure, retry } = usePlayerCode({ isAskedFor: autoplay });
  const look = useProjectPlayer(video);
  const poster = useServedPicture(findCover(video.coverImage, 640));
  if (failure !== undefined) {
    return (
      <div className={classes.failure}>
        <ErrorPanel error={failure} item={t('player')} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className={classes.root} role="region" aria-label={t('player')}>
      {isReady && !look.isPending
        ? createElement(
            'kinora-player',
            {
              src,
              lang,
              ...(video.previewLicenseToken && { 'license-token': video.previewLicenseToken }),
              'video-title': video.title,
              ...(look.options && { options: JSON.stringify(look.options) }),
              // Most visits don't play, so nothing of the video is loaded before play is pressed.
              ...(autoplay ? { autoplay: '' } : { preload: 'none' }),
              ...(video.duration !== null && { 'video-duration': video.duration }),
              ...(poster.src !== undefined && { poster: poster.src }),
              ...(video.previewStoryboardUrl && { storyboard: video.previewStoryboardUrl }),
              class: classes.player,
            },
            // The player shows the page's own image, which is asked for again if it fails.
            poster.src !== undefined && <img slot="poster" alt="" {...poster} />,
          )
        : poster.src !== undefined && <img alt="" className={classes.cover} {...poster} />}
    </div>
  );
}

/** The player that viewers of the project get; without options it is the standard one. */
function useProjectPlayer({ project: { key } }: Video) {
  const scope = useTeamScope();
  const project = useQuery(projectQuery(scope, key));
  const playerId = project.data?.playerId ?? null;
  const players = useQuery({ ...playersQuery(scope), enabled: playerId !== null });
  const found = players.data?.data.find(({ id }) => id === playerId);
  return {
    isPending: project.isPending || (playerId !== null && players.isPending),
    options: found && getPreviewOptions(found.options),
  };
}
