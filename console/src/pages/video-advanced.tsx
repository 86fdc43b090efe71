import { ProtectionCard } from '../features/videos/sections/protection-card.tsx';
import { WithheldCard } from '../features/videos/sections/withheld-card.tsx';
import { useVideo } from '../features/videos/components/video/use-video.ts';

export function AdvancedPage() {
  const video = useVideo();
  // While a video is withheld, its protection is changed in another card.
  if ((video.vod.protecting ?? null) !== null) return <WithheldCard />;
  return <ProtectionCard key={video.vod.revisionKey} video={video} />;
}
