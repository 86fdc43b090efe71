import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** The people of a team, and those who are invited. */
export const teamMemberRoutes: readonly Route[] = [
  {
    path: 'members',
    prefetch: lazyQuery(() => import('./pages/members.tsx')),
    page: lazyPage(
      () => import('./pages/members.tsx'),
      'MembersPage',
      'teamMembers',
      'teamInvitations',
    ),
  },
  {
    path: 'members/invitations',
    prefetch: lazyQuery(() => import('./pages/invitations.tsx')),
    page: lazyPage(
      () => import('./pages/invitations.tsx'),
      'InvitationsPage',
      'teamMembers',
      'teamInvitations',
    ),
  },
];
