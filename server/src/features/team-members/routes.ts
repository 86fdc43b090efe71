import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { notFound } from '../../base/errors.ts';
import { permitAdminWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { getTeam } from '../teams/queries.ts';
import { removeMember, updateMember } from './actions.ts';
import { listMembers } from './queries.ts';

const myTeam = os.teamMembers.myTeam.handler(async ({ context }) => {
  const team = await requireTeam(context);
  const { db } = context.app;
  return { ...(await getTeam(db, team)), members: await listMembers(db, team) };
});

const update = os.teamMembers.update.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  const { accountId, ...change } = input;
  return write(context, permit, async (tx) => {
    await updateMember(tx, permit, accountId, change);
    const [member] = await listMembers(tx, permit.team, accountId);
    if (!member) throw notFound('teamMember');
    return member;
  });
});

const remove = os.teamMembers.remove.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  await write(context, permit, (tx) => removeMember(tx, permit, input.accountId));
});

export const teamMembersRoutes = { myTeam, update, remove };
