import { requireMe } from '../../base/enter-team.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import { NotFound, Redirect, type Route } from '../../base/router/route.ts';
import { paths } from '../../paths.ts';

/** Redirects to the guides in the person's team, as links from outside don't know it. */
export const helpRoutes: readonly Route[] = [
  {
    path: '',
    enter: async ({ queryClient, address }) => {
      const [team] = (await requireMe(queryClient, address.href)).teams;
      if (team === undefined) throw new NotFound();
      throw new Redirect({ to: paths.help(team.namespace) });
    },
  },
];

/** Guides of how things are done. */
export const teamHelpRoutes: readonly Route[] = [
  {
    path: '',
    prefetch: lazyQuery(() => import('./pages/help.tsx')),
    page: lazyPage(() => import('./pages/help.tsx'), 'HelpPage', 'help'),
  },
  {
    path: ':guide',
    prefetch: lazyQuery(() => import('./pages/guide.tsx')),
    page: lazyPage(() => import('./pages/guide.tsx'), 'GuidePage', 'help'),
  },
];
