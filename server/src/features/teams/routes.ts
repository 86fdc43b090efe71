import { AppError, notFound } from '../../base/errors.ts';
import { requireTeam, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitAdminWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { createTeam, renameTeam } from './actions.ts';
import { getTeam, runsInstallation } from './queries.ts';

// Writes another team than that of the request, whose rows the request does not see.
const create = os.teams.create.handler(async ({ input, context }) => {
  const { team } = permitAdminWrites(await requireTeam(context));
  if (!(await runsInstallation(context.systemDb, team))) throw new AppError('forbidden');
  const { namespace, name } = input;
  const { edgeUrl } = context.app.config;
  const adminId = team.accountId;
  return write({ app: { db: context.systemDb } }, team, async (tx) => {
    const created = await createTeam(tx, { namespace, name, adminId, edgeUrl });
    return { id: created.teamId, namespace, name };
  });
});

const toSetting = ({ teamId }: TeamScope, name: string) => ({
  itemType: 'team' as const,
  itemId: teamId,
  values: { name },
});

const settings = os.teams.settings.handler(async ({ context }) => {
  const team = await requireTeam(context);
  const { name } = await getTeam(context.app.db, team);
  return { data: [toSetting(team, name)] };
});

const saveSetting = os.teams.saveSetting.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  const { team } = permit;
  const { itemType, itemId, name } = input;
  if (itemType !== 'team' || itemId !== team.teamId) throw notFound('teamSetting');
  return write(context, permit, async (tx) => {
    if (name !== undefined) await renameTeam(tx, permit, name);
    return toSetting(team, (await getTeam(tx, team)).name);
  });
});

export const teamsRoutes = { create, settings, saveSetting };
