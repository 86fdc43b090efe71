import type { ProjectRole } from '@kinora/contract/fields';
import type { ProjectActions } from '@kinora/contract/projects';
import { AppError } from '../../base/errors.ts';
import type { TeamScope } from '../../base/request.ts';

const ALLOWED: Record<ProjectRole, ProjectActions> = {
  'project-manager': {
    updateProject: true,
    upload: true,
    updateVideo: true,
    updateMembership: true,
  },
  uploader: { updateProject: false, upload: true, updateVideo: true, updateMembership: false },
  viewer: { updateProject: false, upload: false, updateVideo: false, updateMembership: false },
};

/** Roles in a project with which its videos may be changed. */
export const VIDEO_UPDATING_ROLES = (Object.keys(ALLOWED) as ProjectRole[]).filter(
  (role) => ALLOWED[role].updateVideo,
);

/**
 * Decisions, section 3: an admin acts as project-manager in every project of the team, all others
 * by their role in the project. Null: the caller may not even see it.
 */
export function getProjectActions(
  teamRole: TeamScope['role'],
  projectRole: ProjectRole | null,
): ProjectActions | null {
  if (teamRole === 'admin') return ALLOWED['project-manager'];
  return projectRole ? ALLOWED[projectRole] : null;
}

declare const proven: unique symbol;

/** A project that the caller may see, and what he may do in it. Writes demand this. */
export type ProjectScope = {
  readonly [proven]: true;
  team: TeamScope;
  projectId: string;
  actions: ProjectActions;
};

/** @throws AppError forbidden when what one may see may not be done */
export function requireAction(scope: ProjectScope, action: keyof ProjectActions): void {
  if (!scope.actions[action]) throw new AppError('forbidden');
}

/** Only `queries` call this, after they found the project within the team. */
export function proveProject(
  team: TeamScope,
  projectId: string,
  projectRole: ProjectRole | null,
): ProjectScope | null {
  const actions = getProjectActions(team.role, projectRole);
  return actions ? ({ team, projectId, actions } as ProjectScope) : null;
}

/** Decisions, section 3: admins and managers create projects. */
export function requireProjectCreation(team: TeamScope): void {
  if (team.role === 'user') throw new AppError('forbidden');
}
