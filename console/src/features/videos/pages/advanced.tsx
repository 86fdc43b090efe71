import { ProtectionCard } from '../components/protection-card.tsx';
import { useVideo } from '../components/use-video.ts';

export function AdvancedPage() {
  const video = useVideo();
  return <ProtectionCard key={video.vod.revisionKey} video={video} />;
}
