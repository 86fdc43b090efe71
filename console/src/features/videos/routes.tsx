import { lazyPage } from '../../base/router/lazy-page.ts';
import { Redirect, type Route } from '../../base/router/route.ts';
import { teamScope } from '../../base/team-scope.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import { loadPart } from '../../base/new-version.ts';
import { paths } from '../../paths.ts';
import { isFromAll } from './rules/from-all.ts';

const loadData = () => import('./data.ts');

/** The videos of a project, below its head and tabs. */
export const projectVideosRoutes: readonly Route[] = [
  {
    path: '',
    prefetch: lazyQuery(() => import('./pages/project-videos.tsx')),
    page: lazyPage(
      () => import('./pages/project-videos.tsx'),
      'ProjectVideosPage',
      'videos',
      'videos.list',
      'projects',
    ),
  },
];

/** The videos of all projects, and the way from a video's key alone to its page. */
export const allVideosRoutes: readonly Route[] = [
  {
    path: 'all-projects',
    prefetch: lazyQuery(() => import('./pages/all-videos.tsx')),
    page: lazyPage(
      () => import('./pages/all-videos.tsx'),
      'AllVideosPage',
      'videos',
      'videos.list',
      'projects',
    ),
  },
  {
    path: 'videos/:videoKey',
    enter: async ({ queryClient, address: { params } }) => {
      const { teamName = '', videoKey = '' } = params;
      const { videoQuery } = await loadPart(loadData);
      const video = await queryClient
        .ensureQueryData(videoQuery(teamScope(teamName), videoKey))
        .catch(() => undefined);
      const to = video
        ? paths.video(teamName, video.project.key, video.key)
        : paths.projects(teamName);
      throw new Redirect({ to });
    },
  },
];

/** The pages of a video that use no other features. */
export const videoTabRoutes: readonly Route[] = [
  {
    path: '',
    enter: ({ address: { params, search } }) => {
      const { teamName = '', projectKey = '', videoKey = '' } = params;
      throw new Redirect({
        to: paths.video(teamName, projectKey, videoKey),
        search: isFromAll(search) ? { from: 'all' } : {},
      });
    },
  },
  {
    path: 'overview',
    page: lazyPage(() => import('./pages/overview.tsx'), 'OverviewPage', 'videos.detail'),
  },
  {
    path: 'information',
    page: lazyPage(
      () => import('./pages/information.tsx'),
      'InformationPage',
      'videos',
      'videos.detail',
    ),
  },
  {
    path: 'outputs',
    page: lazyPage(
      () => import('./pages/outputs.tsx'),
      'OutputsPage',
      'videos',
      'videos.detail',
      'videos.processing',
    ),
  },
];
