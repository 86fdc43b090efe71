import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { findMe } from '../../base/session.ts';

/** The page of the link; outside every team. */
export const invitationRoutes: readonly Route[] = [
  {
    path: 'accounts/invitation',
    // Without an answer the page asks for the invitation, which fails as well and says so.
    enter: async ({ queryClient }) => ({ me: await findMe(queryClient).catch(() => null) }),
    page: lazyPage(
      () => import('./pages/invitation.tsx'),
      'InvitationPage',
      'accounts',
      'teamInvitations.accept',
    ),
  },
];
