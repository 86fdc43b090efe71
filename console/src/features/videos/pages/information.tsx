import { InformationForm } from '../components/information-form.tsx';
import { useVideo } from '../components/use-video.ts';

export function InformationPage() {
  const video = useVideo();
  return <InformationForm key={video.key} video={video} />;
}
