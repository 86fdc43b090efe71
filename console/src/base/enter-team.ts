import type { Me } from '@kinora/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { switchLanguage } from './i18n/language.ts';
import { rememberTeam } from './last-team.ts';
import { type Entering, NotFound, Redirect } from './router/route.ts';
import { findMe } from './session.ts';
import { type TeamData, teamScope } from './team-scope.ts';

/** Gets the signed-in person; sends everyone else to the sign-in page and back here afterwards. */
export async function requireMe(queryClient: QueryClient, href: string): Promise<Me> {
  const me = await findMe(queryClient);
  if (me === null) throw new Redirect({ to: '/accounts/sign-in', search: { next: href } });
  await switchLanguage(me.lang);
  return me;
}

/** Lets the people of a team in. */
export async function enterTeam({ queryClient, address }: Entering): Promise<TeamData> {
  const me = await requireMe(queryClient, address.href);
  const team = me.teams.find((one) => one.namespace === address.params['teamName']);
  if (team === undefined) throw new NotFound();
  rememberTeam(team.namespace);
  return { team, scope: teamScope(team.namespace) };
}
