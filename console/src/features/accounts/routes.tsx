import { lazyPage } from '../../base/router/lazy-page.ts';
import { Redirect, type Route } from '../../base/router/route.ts';
import { paths } from '../../paths.ts';
import { sendHomeIfSignedIn } from './data.ts';

/** Signing in and getting a lost password back; outside every team. */
export const accountRoutes: readonly Route[] = [
  {
    path: 'accounts/sign-in',
    enter: sendHomeIfSignedIn,
    page: lazyPage(() => import('./pages/sign-in.tsx'), 'SignInPage', 'accounts'),
  },
  {
    path: 'accounts/forgot-password',
    page: lazyPage(() => import('./pages/forgot-password.tsx'), 'ForgotPasswordPage', 'accounts'),
  },
  {
    path: 'accounts/reset-password',
    page: lazyPage(() => import('./pages/reset-password.tsx'), 'ResetPasswordPage', 'accounts'),
  },
];

/** The pages about oneself. */
export const profileRoutes: readonly Route[] = [
  {
    path: 'me',
    enter: ({ address: { params } }) => {
      throw new Redirect({ to: paths.personalTokens(params['teamName'] ?? '') });
    },
  },
  {
    path: 'me/profile',
    page: lazyPage(() => import('./pages/profile.tsx'), 'ProfilePage', 'accounts'),
  },
];
