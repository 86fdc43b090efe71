import type { ProjectRole } from '@kinora/contract/fields';
import type { ProjectActions } from '@kinora/contract/projects';
import { AppError } from '../../base/errors.ts';
import type { SenderScope, TeamScope } from '../../base/request.ts';

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

/** Roles in a project with which something may be done. */
const listRoles = (action: keyof ProjectActions) =>
  (Object.keys(ALLOWED) as ProjectRole[]).filter((role) => ALLOWED[role][action]);

export const VIDEO_UPDATING_ROLES = listRoles('updateVideo');
export const PROJECT_UPDATING_ROLES = listRoles('updateProject');
export const UPLOADING_ROLES = listRoles('upload');

/** An upload form may do this in its project. */
const OF_FORM: ProjectActions = { ...ALLOWED.viewer, upload: true };

/** A project, and the role that the caller's account was given in it. */
export type ProjectOfMember = { projectId: string; role: ProjectRole | null };

/**
 * Decisions, section 3: an admin acts as project-manager in every project of the team, all others
 * by their role in the project; an upload form in its own alone. Null: the caller may not even see it.
 */
export function getProjectActions(
  team: SenderScope,
  { projectId, role }: ProjectOfMember,
): ProjectActions | null {
  if (team.role === 'form') return projectId === team.projectId ? OF_FORM : null;
  if (team.role === 'admin') return ALLOWED['project-manager'];
  return role ? ALLOWED[role] : null;
}

declare const proven: unique symbol;

/** A project that the caller may see, and what he may do in it. Writes demand this. */
export type ProjectScope<Team extends SenderScope = TeamScope> = {
  readonly [proven]: true;
  team: Team;
  projectId: string;
  actions: ProjectActions;
};

/** @throws AppError forbidden when what one may see may not be done */
export function requireAction(
  scope: ProjectScope<SenderScope>,
  action: keyof ProjectActions,
): void {
  if (!scope.actions[action]) throw new AppError('forbidden');
}

/** Only `queries` call this, after they found the project within the team. */
export function proveProject<Team extends SenderScope>(
  team: Team,
  projectId: string,
  role: ProjectRole | null,
): ProjectScope<Team> | null {
  const actions = getProjectActions(team, { projectId, role });
  return actions ? ({ team, projectId, actions } as ProjectScope<Team>) : null;
}

/** Decisions, section 3: admins and managers create projects. */
export function requireProjectCreation(team: TeamScope): void {
  if (team.role === 'user') throw new AppError('forbidden');
}
