import { VideoGeoblock } from '../features/geoblock-rules/sections/video-geoblock.tsx';
import { useVideo } from '../features/videos/components/video/use-video.ts';

export function VideoGeoBlockingPage() {
  const video = useVideo();
  return <VideoGeoblock key={video.key} video={video} />;
}
