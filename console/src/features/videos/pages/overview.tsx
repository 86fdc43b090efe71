import { FactsCard } from '../components/facts-card.tsx';
import { OutputsCard } from '../components/outputs-card.tsx';
import { useVideo } from '../components/use-video.ts';

export function OverviewPage() {
  const video = useVideo();
  return (
    <>
      <FactsCard video={video} />
      <OutputsCard video={video} />
    </>
  );
}
