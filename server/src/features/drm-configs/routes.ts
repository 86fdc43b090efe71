import { notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitAdminWrites, permitTeamWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { createJwtKey, deleteJwtKey } from './actions.ts';
import { countJwtKeys, listJwtKeys } from './queries.ts';

const list = os.drmConfigs.list.handler(async ({ context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  // A team has one, with the team's id.
  const jwtKeyCount = await countJwtKeys(context.app.db, team);
  return { data: [{ id: team.teamId, jwtKeyCount }] };
});

/** Who reads secrets of the team sees which keys it has; its admins alone change them. */
async function requireConfig(context: RequestContext, id: string): Promise<TeamScope> {
  const { team } = permitTeamWrites(await requireTeam(context));
  if (id !== team.teamId) throw notFound('drmConfig');
  return team;
}

const listKeys = os.drmConfigs.listKeys.handler(async ({ input, context }) => {
  const team = await requireConfig(context, input.id);
  return { data: await listJwtKeys(context.app.db, team) };
});

const createKey = os.drmConfigs.createKey.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireConfig(context, input.id));
  return write(context, permit, (tx) => createJwtKey(tx, permit, input));
});

const deleteKey = os.drmConfigs.deleteKey.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireConfig(context, input.id));
  await write(context, permit, (tx) => deleteJwtKey(tx, permit, input.keyId));
});

export const drmConfigsRoutes = { list, listKeys, createKey, deleteKey };
