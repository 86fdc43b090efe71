import type { Me } from '@kinora/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { switchLanguage } from './i18n/language.ts';
import { whoIsSignedIn } from './session.ts';
import { teamScope } from './team-scope.ts';

// The two routes that every other one hangs below. What they draw is set in routes.tsx.

export type RouterContext = { queryClient: QueryClient };

export const rootRoute = createRootRouteWithContext<RouterContext>()({});

/** The signed-in person; sends everyone else to the sign-in page and back here afterwards. */
export async function requireMe(queryClient: QueryClient, href: string): Promise<Me> {
  const me = await whoIsSignedIn(queryClient);
  if (me === null) throw redirect({ to: '/accounts/sign-in', search: { next: href } });
  await switchLanguage(me.lang);
  return me;
}

export const teamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$teamName',
  beforeLoad: async ({ context, params, location }) => {
    const me = await requireMe(context.queryClient, location.href);
    const team = me.teams.find((one) => one.namespace === params.teamName);
    if (team === undefined) throw notFound();
    return { me, team, scope: teamScope(team.namespace) };
  },
});

export type TeamRoute = typeof teamRoute;
export type RootRoute = typeof rootRoute;
