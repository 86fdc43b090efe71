import type { Video } from '@kinora/contract/videos/video';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import classes from './processing-view.module.css';

const ProcessingView = lazyPart(
  async () => (await import('./processing-view.tsx')).ProcessingView,
  'videos',
  'videos.processing',
  'uploads.speed',
);

/** A finished video has none of it, so its code comes where something goes on. */
export function Processing({ video }: { video: Video }) {
  return (
    <div className={classes.place}>
      <ProcessingView video={video} />
    </div>
  );
}
