import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { type ProjectRoute, projectRoute, projectShellRoute } from '../../base/project-route.ts';
import { paths } from '../../paths.ts';

projectRoute.update({
  component: lazyRouteComponent(() => import('./pages/project-gate.tsx'), 'ProjectGate'),
});
projectShellRoute.update({
  component: lazyRouteComponent(() => import('./pages/project-shell.tsx'), 'ProjectShell'),
});

/** What a project's pages without the shell add: here only the way to the first settings page. */
export function projectManageRoutes(project: ProjectRoute) {
  return [
    createRoute({
      getParentRoute: () => project,
      path: 'manage',
      beforeLoad: ({ params }) => {
        throw redirect({
          to: paths.projectGeneral(params.teamName, params.projectKey),
          replace: true,
        });
      },
    }),
  ] as const;
}
