import type { PageQuery } from '../../../base/lazy-query.ts';
import { readVideoSearch, toVideoQuery } from '../rules/video-search.ts';
import { videosQuery } from '../data.ts';
import { useProject } from '../../../base/project.ts';
import { NoVideos } from '../components/list/list-states.tsx';
import { VideoList } from '../components/list/video-list.tsx';

export const pageQuery: PageQuery = ({ scope, params, search }) =>
  videosQuery(scope, toVideoQuery(readVideoSearch(search), params['projectKey']));

/** The videos of one project, below its head and tabs. */
export function ProjectVideosPage() {
  const project = useProject();
  return <VideoList project={project} empty={<NoVideos project={project} />} />;
}
