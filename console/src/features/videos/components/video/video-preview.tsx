import type { Video } from '@kinora/contract/videos/video';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Thumbnail } from '../../../../ui/thumbnail.tsx';
import { findCover } from '../../rules/row.ts';
import { VideoPlayer } from './video-player.tsx';
import classes from './video-preview.module.css';

/** The video next to its forms. The player loads and plays when it is pressed. */
export function VideoPreview({ video, src }: { video: Video; src: string }) {
  const t = useTranslations('videos.detail');
  const [isPlaying, play] = useState(false);
  if (isPlaying) return <VideoPlayer video={video} src={src} autoplay />;
  return (
    <button type="button" className={classes.root} onClick={() => play(true)}>
      <Thumbnail
        src={findCover(video.coverImage, 320)}
        durationSeconds={video.duration}
        audioOnly={video.isAudioOnly}
        fluid
      />
      <span className={classes.play}>
        <IconPlayerPlayFilled size={20} aria-hidden />
        <span className={classes.words}>{t('play')}</span>
      </span>
    </button>
  );
}
