import { AboutCard, SourceCard } from '../components/video/facts-card.tsx';
import { useVideo } from '../components/video/use-video.ts';

export function OverviewPage() {
  const video = useVideo();
  return (
    <>
      <SourceCard video={video} />
      <AboutCard video={video} />
    </>
  );
}
