import { InformationForm } from '../components/information/information-form.tsx';
import { useVideo } from '../components/video/use-video.ts';

export function InformationPage() {
  const video = useVideo();
  return <InformationForm key={video.key} video={video} />;
}
