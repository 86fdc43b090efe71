import { ProtectionCard } from '../components/protection/protection-card.tsx';
import { useVideo } from '../components/video/use-video.ts';

export function AdvancedPage() {
  const video = useVideo();
  return <ProtectionCard key={video.vod.revisionKey} video={video} />;
}
