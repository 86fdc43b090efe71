import { GeoBlockingForm } from '../components/geo-blocking/geo-blocking-form.tsx';
import { useVideo } from '../components/video/use-video.ts';

export function VideoGeoBlockingPage() {
  const video = useVideo();
  return <GeoBlockingForm key={video.key} video={video} />;
}
