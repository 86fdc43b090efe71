import type { Actor } from '../../base/actor.ts';
import { AppError, notFound } from '../../base/errors.ts';
import type { SenderScope } from '../../base/request.ts';
import { getProjectActions, type ProjectOfMember } from '../projects/policy.ts';

declare const proven: unique symbol;

/** The right to write uploads of a team. Writes demand this. */
export type UploadPermit = {
  readonly [proven]: true;
  teamId: string;
  /** Null for the sweep. */
  actor: Actor | null;
};

/**
 * Decisions, section 3: `upload` in the video's project.
 *
 * @throws AppError not_found when the caller may not see the project, else forbidden
 */
export function permitUpload(
  team: SenderScope,
  project: ProjectOfMember,
  item: 'video' | 'upload',
): UploadPermit {
  const actions = getProjectActions(team, project);
  if (!actions) throw notFound(item);
  if (!actions.upload) throw new AppError('forbidden');
  return { teamId: team.teamId, actor: team.actor } as UploadPermit;
}

/** Permits the sweep, which no person requests. */
export function permitSweep(upload: { teamId: string }): UploadPermit {
  return { teamId: upload.teamId, actor: null } as UploadPermit;
}
