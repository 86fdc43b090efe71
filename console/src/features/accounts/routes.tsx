import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { whoIsSignedIn } from '../../base/session.ts';
import type { RootRoute, TeamRoute } from '../../base/team-route.ts';
import { paths } from '../../paths.ts';
import { safeNext } from './rules.ts';

/** Signing in and getting a lost password back; outside every team. */
export function accountRoutes(root: RootRoute) {
  return [
    createRoute({
      getParentRoute: () => root,
      path: 'accounts/sign-in',
      beforeLoad: async ({ context, search }) => {
        // Somebody who is signed in already has no business here. If that can't be told, the form shows.
        const me = await whoIsSignedIn(context.queryClient).catch(() => null);
        const { next } = search as { next?: string };
        if (me !== null) throw redirect({ href: safeNext(next), replace: true });
      },
      component: lazyPage(() => import('./pages/sign-in.tsx'), 'SignInPage', 'accounts'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'accounts/forgot-password',
      component: lazyPage(
        () => import('./pages/forgot-password.tsx'),
        'ForgotPasswordPage',
        'accounts',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: 'accounts/reset-password',
      component: lazyPage(
        () => import('./pages/reset-password.tsx'),
        'ResetPasswordPage',
        'accounts',
      ),
    }),
  ] as const;
}

/** The pages about oneself. */
export function profileRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me',
      beforeLoad: ({ params }) => {
        throw redirect({ to: paths.personalTokens(params.teamName), replace: true });
      },
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'me/profile',
      component: lazyPage(() => import('./pages/profile.tsx'), 'ProfilePage', 'accounts'),
    }),
  ] as const;
}
