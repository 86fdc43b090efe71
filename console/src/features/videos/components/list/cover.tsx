import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { Thumbnail } from '../../../../ui/thumbnail.tsx';
import { findCover } from '../../rules/row.ts';

const CoverPreview = lazyPart(async () => (await import('./cover-preview.tsx')).CoverPreview);

type Props = {
  video: VideoSummary;
  isCard: boolean;
  /** The pointer rests on the video, or the focus of the keyboard. */
  isLookedAt: boolean;
};

const REST_MS = 300;

/** The cover of a video, which goes through its moments while the pointer or focus stays on it. */
export function Cover({ video, isCard, isLookedAt }: Props) {
  const { previewStoryboardUrl, duration } = video;
  const [isShown, setShown] = useState(false);
  if (isShown && !isLookedAt) setShown(false);
  useEffect(() => {
    if (!isLookedAt || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setTimeout(() => setShown(true), REST_MS);
    return () => clearTimeout(timer);
  }, [isLookedAt]);
  return (
    <Thumbnail
      src={findCover(video.coverImage, isCard ? 280 : 104)}
      durationSeconds={duration}
      audioOnly={video.isAudioOnly}
    >
      {isShown && previewStoryboardUrl !== null && duration !== null && (
        <CoverPreview isQuiet storyboardUrl={previewStoryboardUrl} durationSeconds={duration} />
      )}
    </Thumbnail>
  );
}
