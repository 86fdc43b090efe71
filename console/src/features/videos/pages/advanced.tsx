import { ProtectionCard } from '../components/protection/protection-card.tsx';
import { WithheldCard } from '../components/processing/withheld-card.tsx';
import { useVideo } from '../components/video/use-video.ts';

export function AdvancedPage() {
  const video = useVideo();
  // Its protection is chosen anew once viewers have something that changes.
  if ((video.vod.protecting ?? null) !== null) return <WithheldCard />;
  return <ProtectionCard key={video.vod.revisionKey} video={video} />;
}
