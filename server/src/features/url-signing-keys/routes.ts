import { toPagedList } from '@kinora/contract/lists';
import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { unseal } from '../../base/secrets.ts';
import { write } from '../../base/write.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { createUrlSigningKey, deleteUrlSigningKey } from './actions.ts';
import { findSealedSecret, listUrlSigningKeys } from './queries.ts';
import { getSecretPlace } from './rules.ts';

const list = os.urlSigningKeys.list.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  const { rows, total } = await listUrlSigningKeys(context.app.db, team, input);
  return toPagedList(rows, total, input);
});

const create = os.urlSigningKeys.create.handler(async ({ context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const { secretKey } = context.app.config.secrets;
  const created = await write(context, permit, (tx) => createUrlSigningKey(tx, permit, secretKey));
  return { ...created, domains: [] };
});

const secret = os.urlSigningKeys.secret.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  const found = await findSealedSecret(context.app.db, team, input.id);
  if (!found) throw notFound('urlSigningKey');
  const { secretKey } = context.app.config.secrets;
  const opened = unseal(secretKey, getSecretPlace(found.keyId), found.sealed);
  return { keySecret: opened.toString('utf8') };
});

const remove = os.urlSigningKeys.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await write(context, permit, (tx) => deleteUrlSigningKey(tx, permit, input.id));
});

export const urlSigningKeysRoutes = { list, create, secret, delete: remove };
