import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery, wholeSearch } from '../../base/lazy-query.ts';
import { loadPart } from '../../base/new-version.ts';
import type { ProjectRoute, ProjectShellRoute } from '../../base/project-route.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { paths } from '../../paths.ts';
import { isFromAll } from './rules/from-all.ts';

const loadData = () => import('./data.ts');

const videosLoader = lazyQuery(async () => {
  const [data, rules] = await Promise.all([loadData(), import('./rules/video-search.ts')]);
  return ({ scope, params, search }) =>
    data.videosQuery(scope, rules.queryOf(rules.readVideoSearch(search), params['projectKey']));
});

/** The videos of a project, below its head and tabs. */
export function projectVideosRoutes(shell: ProjectShellRoute) {
  return [
    createRoute({
      getParentRoute: () => shell,
      path: '/',
      loaderDeps: wholeSearch,
      loader: videosLoader,
      component: lazyPage(
        () => import('./pages/project-videos.tsx'),
        'ProjectVideosPage',
        'videos',
        'projects',
      ),
    }),
  ] as const;
}

/** The videos of all projects, and the way from a video's key alone to its page. */
export function allVideosRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'all-projects',
      loaderDeps: wholeSearch,
      loader: videosLoader,
      component: lazyPage(
        () => import('./pages/all-videos.tsx'),
        'AllVideosPage',
        'videos',
        'projects',
      ),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'videos/$videoKey',
      beforeLoad: async ({ context, params: { teamName, videoKey } }) => {
        const { videoQuery } = await loadPart(loadData);
        const video = await context.queryClient
          .ensureQueryData(videoQuery(context.scope, videoKey))
          .catch(() => undefined);
        const to = video
          ? paths.video(teamName, video.project.key, video.key)
          : paths.projects(teamName);
        throw redirect({ to, replace: true });
      },
    }),
  ] as const;
}

type TabAddress = {
  params: { teamName: string; projectKey: string; videoKey: string };
  search: Record<string, unknown>;
};

/** One video; its tabs change below what stays. */
export function videoRoutes(project: ProjectRoute) {
  const video = createRoute({
    getParentRoute: () => project,
    path: 'videos/$videoKey',
    loader: lazyQuery(async () => {
      const { videoQuery } = await loadData();
      return ({ scope, params: { videoKey = '' } }) => videoQuery(scope, videoKey);
    }),
    component: lazyPage(() => import('./pages/video.tsx'), 'VideoPage', 'videos', 'projects'),
  });
  return [
    video.addChildren([
      createRoute({
        getParentRoute: () => video,
        path: '/',
        beforeLoad: ({ params, search }: TabAddress) => {
          const { teamName, projectKey, videoKey } = params;
          throw redirect({
            to: paths.video(teamName, projectKey, videoKey),
            search: isFromAll(search) ? { from: 'all' } : {},
            replace: true,
          });
        },
      }),
      createRoute({
        getParentRoute: () => video,
        path: 'overview',
        component: lazyPage(() => import('./pages/overview.tsx'), 'OverviewPage', 'videos'),
      }),
      createRoute({
        getParentRoute: () => video,
        path: 'information',
        component: lazyPage(() => import('./pages/information.tsx'), 'InformationPage', 'videos'),
      }),
      createRoute({
        getParentRoute: () => video,
        path: 'outputs',
        component: lazyPage(() => import('./pages/outputs.tsx'), 'OutputsPage', 'videos'),
      }),
      createRoute({
        getParentRoute: () => video,
        path: 'advanced',
        component: lazyPage(() => import('./pages/advanced.tsx'), 'AdvancedPage', 'videos'),
      }),
    ]),
  ] as const;
}
