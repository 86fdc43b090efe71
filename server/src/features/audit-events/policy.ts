import { TEAM_THINGS } from '@kinora/contract/team-things';
import type { ProjectRole } from '@kinora/contract/fields';
import { AppError } from '../../base/errors.ts';
import type { TeamScope } from '../../base/request.ts';
import { PROJECT_UPDATING_ROLES, VIDEO_UPDATING_ROLES } from '../projects/policy.ts';

declare const proven: unique symbol;

/** The right to read a part of a team's history. */
export type HistoryScope = { readonly [proven]: true; team: TeamScope; part: Part };
type Part =
  | { kind: 'all' }
  | { kind: 'ofTeam' }
  | { kind: 'ofProjects'; roles: readonly ProjectRole[] };

const isTeamThing = (type: string) => TEAM_THINGS.some((one) => one === type);

/**
 * Admins read all. Others read the history of one thing, if they may change such things: managers those of the
 * team, and each member those of projects by the role there.
 *
 * @throws AppError forbidden, whether or not there is such a thing
 */
export function permitHistory(
  team: TeamScope,
  { subjectType, subjectId }: { subjectType?: string | undefined; subjectId?: string | undefined },
): HistoryScope {
  const part = findPart(team, subjectId === undefined ? undefined : subjectType);
  if (!part) throw new AppError('forbidden');
  return { team, part } as HistoryScope;
}

function findPart({ role }: TeamScope, type: string | undefined): Part | null {
  if (role === 'admin') return { kind: 'all' };
  if (type === 'project') return { kind: 'ofProjects', roles: PROJECT_UPDATING_ROLES };
  if (type === 'video') return { kind: 'ofProjects', roles: VIDEO_UPDATING_ROLES };
  return role === 'manager' && type !== undefined && isTeamThing(type) ? { kind: 'ofTeam' } : null;
}
