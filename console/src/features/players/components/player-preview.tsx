import { ERROR_SCREENS } from '@kinora/contract/bounds';
import type { PlayerOptions } from '@kinora/contract/player-options';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { usePlayerCode } from '../../../base/use-player-code.ts';
import { Card } from '../../../ui/card.tsx';
import { useServedPicture } from '../../../ui/use-served-picture.ts';
import { videoQuery, videosQuery } from '../../videos/data.ts';
import classes from './player-form.module.css';

type Shown = 'video' | (typeof ERROR_SCREENS)[number];

/** The player as it is typed, with the team's newest video, or with what keeps one from playing. */
export function PlayerPreview({ options }: { options: PlayerOptions }) {
  const t = useTranslations('players');
  const lang = useLocale();
  const [shown, show] = useState<Shown>('video');
  const { video, isLooking } = useNewestVideo();
  const { isReady } = usePlayerCode({ isAskedFor: false });
  const src = video?.previewUrl ?? undefined;
  const poster = useServedPicture(findPoster(video?.coverImage));
  const hasNothing = shown === 'video' && src === undefined && !isLooking;
  return (
    <aside aria-label={t('preview.title')}>
      <Card title={t('preview.title')} note={t('preview.note')}>
        <div className={classes.stage}>
          {isReady &&
            createElement(
              'kinora-player',
              {
                // A player that plays doesn't take up how it begins.
                key: `${shown} ${options.autoplayMode} ${options.muted} ${options.preload}`,
                class: classes.player,
                lang,
                // Ads in a preview would count as seen, and cost the advertiser.
                options: JSON.stringify({ ...options, adsEnabled: false }),
                ...(shown === 'video'
                  ? {
                      src,
                      // Colour and buttons are seen without a press on play.
                      'hold-controls': '',
                      ...findMiddle(video),
                      ...findLicence(video),
                      'video-title': video?.title,
                      poster: poster.src,
                    }
                  : { 'error-code': shown, 'error-reason': REASONS[shown] }),
              },
              shown === 'video' && poster.src !== undefined && (
                <img slot="poster" alt="" {...poster} />
              ),
            )}
          {hasNothing && <p className={classes.nothing}>{t('preview.noVideo')}</p>}
        </div>
        <SegmentedControl<Shown>
          fullWidth
          size="xs"
          aria-label={t('preview.show')}
          value={shown}
          onChange={show}
          data={[
            { value: 'video', label: t('preview.video') },
            ...ERROR_SCREENS.map((status) => ({ value: status, label: status })),
          ]}
        />
      </Card>
    </aside>
  );
}

const REASONS = {
  '403': 'signature_invalid',
  '404': 'video_not_found',
  '410': 'signature_expired',
  '451': 'country_blocked',
} as const;

/** The newest one of the team that plays. */
function useNewestVideo() {
  const scope = useTeamScope();
  const list = useQuery(videosQuery(scope, { states: 'completed,playable' }));
  const key = list.data?.data[0]?.key;
  const video = useQuery({ ...videoQuery(scope, key ?? ''), enabled: key !== undefined });
  return { video: video.data, isLooking: list.isPending || (key !== undefined && video.isPending) };
}

function findLicence(video: { previewLicenseToken: string | null } | undefined) {
  return video?.previewLicenseToken ? { 'license-token': video.previewLicenseToken } : {};
}

/** The preview stands at a time where its progress bar shows the colour. */
function findMiddle(video: { duration: number | null } | undefined) {
  if (!video?.duration) return {};
  return {
    'video-duration': String(video.duration),
    'start-time': String(Math.round(video.duration / 3)),
  };
}

function findPoster(cover: { sizes: { width: number; url: string }[] } | null | undefined) {
  return cover?.sizes.findLast(({ width }) => width <= 640)?.url;
}
