import { AppError } from './errors.ts';
import type { TeamScope } from './request.ts';

declare const proven: unique symbol;

/** The right to write what belongs to the team as a whole: presets, channels, rules, keys. */
export type TeamPermit = { readonly [proven]: true; team: TeamScope };

/**
 * Decisions, section 3: admins and managers write at team level, and see secrets.
 *
 * @throws AppError forbidden
 */
export function permitTeamWrites(team: TeamScope): TeamPermit {
  if (team.role === 'user') throw new AppError('forbidden');
  return { team } as TeamPermit;
}

/**
 * The same, of what a team's admins alone write: members, features, certificates and keys of licences.
 *
 * @throws AppError forbidden
 */
export function permitAdminWrites(team: TeamScope): TeamPermit {
  if (team.role !== 'admin') throw new AppError('forbidden');
  return permitTeamWrites(team);
}
