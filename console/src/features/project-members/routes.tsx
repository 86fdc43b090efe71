import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** The people of a project, below its head and tabs. */
export const projectMembersRoutes: readonly Route[] = [
  {
    path: 'manage/members',
    prefetch: lazyQuery(() => import('./pages/members.tsx')),
    page: lazyPage(() => import('./pages/members.tsx'), 'ProjectMembersPage', 'projectMembers'),
  },
];
