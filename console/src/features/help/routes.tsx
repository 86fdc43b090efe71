import { requireMe } from '../../base/enter-team.ts';
import { GUIDES } from '../../base/guides.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import { type Entering, NotFound, Redirect, type Route } from '../../base/router/route.ts';
import { paths } from '../../paths.ts';

/** Lead to the guides of whoever asks: links from outside know no team. */
export const helpRoutes: readonly Route[] = [undefined, ...GUIDES].map((guide) => ({
  path: guide === undefined ? 'help' : `help/${guide}`,
  enter: async ({ queryClient, address }: Entering) => {
    const [team] = (await requireMe(queryClient, address.href)).teams;
    if (team === undefined) throw new NotFound();
    throw new Redirect({ to: paths.help(team.namespace, guide, address.hash) });
  },
}));

/** Guides of how things are done. */
export const teamHelpRoutes: readonly Route[] = [
  {
    path: 'help',
    prefetch: lazyQuery(() => import('./pages/help.tsx')),
    page: lazyPage(() => import('./pages/help.tsx'), 'HelpPage', 'help'),
  },
  {
    path: 'help/:guide',
    prefetch: lazyQuery(() => import('./pages/guide.tsx')),
    page: lazyPage(() => import('./pages/guide.tsx'), 'GuidePage', 'help'),
  },
];
