import { decodePath } from '../../base/router/route.ts';
import type { MyTeam } from '../../base/session.ts';
import { paths } from '../../paths.ts';
import { findPage, listShown, type NavSection } from './nav-groups.ts';

/** Pages that the navigation doesn't list and that every team has. */
const UNLISTED = [paths.personalTokens, paths.sessions, paths.profile];

type Team = Pick<MyTeam, 'namespace' | 'role'>;

/**
 * Says where switching leads: to the same kind of page in the other team, as far as the person may open it
 * there. What belongs to the first team is left for the list that it is in.
 */
export function toTeamWay(
  sections: readonly NavSection[],
  { path, from, to }: { path: string; from: string; to: Team },
): string {
  const own = UNLISTED.find((page) => decodePath(page(from)) === path);
  if (own) return own(to.namespace);
  const pages = listShown(sections, to).flatMap(({ groups }) => groups.flatMap((one) => one.pages));
  const way = findPage(pages, from, path)?.to ?? paths.team;
  return way(to.namespace);
}
