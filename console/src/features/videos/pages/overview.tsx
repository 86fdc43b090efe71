import { FactsCard } from '../components/facts-card.tsx';
import { useVideo } from '../components/use-video.ts';

export function OverviewPage() {
  const video = useVideo();
  return <FactsCard video={video} />;
}
