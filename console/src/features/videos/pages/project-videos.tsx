import { useProject } from '../../projects/data.ts';
import { NoVideos } from '../components/list/list-states.tsx';
import { VideoList } from '../components/list/video-list.tsx';

/** The videos of one project, below its head and tabs. */
export function ProjectVideosPage() {
  const project = useProject();
  return <VideoList project={project} empty={<NoVideos project={project} />} />;
}
