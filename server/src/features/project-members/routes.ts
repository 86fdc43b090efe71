import type { ProjectRole } from '@kinora/contract/fields';
import type { RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { requireProject } from '../projects/queries.ts';
import {
  addProjectMember,
  inviteToProject,
  removeProjectMember,
  setProjectRole,
} from './actions.ts';
import { getProjectMember, listProjectMembers } from './queries.ts';

const list = os.projectMembers.list.handler(async ({ input, context }) => ({
  data: await listProjectMembers(context.app.db, await requireProject(context, input.key)),
}));

const add = os.projectMembers.add.handler(async ({ input, context }) => {
  const scope = await requireProject(context, input.key);
  const { accountId, projectRole } = input;
  return write(context, scope, async (tx) => {
    await addProjectMember(tx, scope, accountId, projectRole);
    return getProjectMember(tx, scope, accountId);
  });
});

async function inviteBy(
  context: RequestContext,
  input: { key: string; email: string; projectRole: ProjectRole },
  isMailed: boolean,
) {
  const scope = await requireProject(context, input.key);
  const { email, projectRole: role } = input;
  const { config } = context.app;
  return write(context, scope, (tx) =>
    inviteToProject(tx, scope, config, { email, role, isMailed }),
  );
}

const invite = os.projectMembers.invite.handler(({ input, context }) =>
  inviteBy(context, input, true),
);

const inviteByLink = os.projectMembers.inviteByLink.handler(({ input, context }) =>
  inviteBy(context, input, false),
);

const setRole = os.projectMembers.setRole.handler(async ({ input, context }) => {
  const scope = await requireProject(context, input.key);
  const { accountId, projectRole } = input;
  return write(context, scope, async (tx) => {
    await setProjectRole(tx, scope, accountId, projectRole);
    return getProjectMember(tx, scope, accountId);
  });
});

const remove = os.projectMembers.remove.handler(async ({ input, context }) => {
  const scope = await requireProject(context, input.key);
  await write(context, scope, (tx) => removeProjectMember(tx, scope, input.accountId));
});

export const projectMembersRoutes = { list, add, invite, inviteByLink, setRole, remove };
