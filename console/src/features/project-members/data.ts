import type { ProjectRole } from '@kinora/contract/fields';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refreshProjects } from '../../base/project.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** Members of a project by name, then the people who are invited to it. */
export const projectMembersQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'project-members', key),
    queryFn: ({ signal }) => scope.api.projectMembers.list({ key }, { signal }),
  });

type Invited = { key: string; email: string; projectRole: ProjectRole };

/** Adds the member of the team who has the address, or invites the person by mail. */
export const invite = (scope: TeamScope, invited: Invited) =>
  scope.api.projectMembers.invite(invited);

/** The same without a mail; the answer has the link. */
export const inviteByLink = (scope: TeamScope, invited: Invited) =>
  scope.api.projectMembers.inviteByLink(invited);

type Member = { key: string; accountId: string };

/** 409 for the last manager. */
export const setProjectRole = (scope: TeamScope, member: Member & { projectRole: ProjectRole }) =>
  scope.api.projectMembers.setRole(member);

/** 409 for the last manager, and the last member. */
export const removeMember = (scope: TeamScope, member: Member) =>
  scope.api.projectMembers.remove(member);

/** Reads the members again, and the project, which counts them and says what one may do. */
export async function refreshMembers(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'project-members') }),
    refreshProjects(queryClient, scope),
  ]);
}
