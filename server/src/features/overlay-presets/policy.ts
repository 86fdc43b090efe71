import { AppError } from '../../base/errors.ts';
import type { TeamScope } from '../../base/request.ts';

declare const proven: unique symbol;

/** The right to write the team's overlay presets. Writes demand this. */
export type OverlayPermit = { readonly [proven]: true; team: TeamScope };

/**
 * Decisions, section 3: admins and managers write at team level.
 *
 * @throws AppError forbidden
 */
export function permitOverlayWrites(team: TeamScope): OverlayPermit {
  if (team.role === 'user') throw new AppError('forbidden');
  return { team } as OverlayPermit;
}
