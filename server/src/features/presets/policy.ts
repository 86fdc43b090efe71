import { AppError } from '../../base/errors.ts';
import type { TeamScope } from '../../base/request.ts';

declare const proven: unique symbol;

/** The right to write the team's presets, and its overlay presets. Writes demand this. */
export type PresetPermit = { readonly [proven]: true; team: TeamScope };

/**
 * Decisions, section 3: admins and managers write at team level.
 *
 * @throws AppError forbidden
 */
export function permitPresetWrites(team: TeamScope): PresetPermit {
  if (team.role === 'user') throw new AppError('forbidden');
  return { team } as PresetPermit;
}
