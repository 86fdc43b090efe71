import { createPicturePath } from '@kinora/manifests/picture-address';
import type { Db, Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { storeImage } from '../images/actions.ts';
import { createPlayer, deletePlayer, updatePlayer } from './actions.ts';
import { findPlayer, findPlayerUses, listPlayers } from './queries.ts';
import { playerPicture } from './rules.ts';

async function getPlayer(context: RequestContext, db: Db | Tx, team: TeamScope, id: string) {
  const found = await findPlayer(db, team, context.app.config.edgeUrl, id);
  if (!found) throw notFound('player');
  return found;
}

const list = os.players.list.handler(async ({ input, context }) => {
  const { db, config } = context.app;
  return { data: await listPlayers(db, await requireTeam(context), config.edgeUrl, input) };
});

const get = os.players.get.handler(async ({ input, context }) =>
  getPlayer(context, context.app.db, await requireTeam(context), input.id),
);

const uses = os.players.uses.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  const { db } = context.app;
  const { id } = await getPlayer(context, db, team, input.id);
  return { uses: await findPlayerUses(db, team, id) };
});

const create = os.players.create.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    const id = await createPlayer(tx, permit, input, context.app.config.edgeUrl);
    return getPlayer(context, tx, permit.team, id);
  });
});

const update = os.players.update.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    await updatePlayer(tx, permit, input.id, input, context.app.config.edgeUrl);
    return getPlayer(context, tx, permit.team, input.id);
  });
});

const setLighthouse = os.players.setLighthouse.handler(async ({ input, context }) => {
  const { id, lighthouseEnabled } = input;
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    const change = { options: { lighthouseEnabled } };
    await updatePlayer(tx, permit, id, change, context.app.config.edgeUrl);
    return getPlayer(context, tx, permit.team, id);
  });
});

const remove = os.players.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await write(context, permit, (tx) => deletePlayer(tx, permit, input.id));
});

const upload = os.players.addPicture.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  const picture = await storeImage(context, permit, playerPicture, input.image);
  const url = new URL(createPicturePath(picture.id), context.app.config.edgeUrl).href;
  return { url, width: picture.width, height: picture.height };
});

export const playersRoutes = {
  list,
  get,
  uses,
  create,
  update,
  setLighthouse,
  delete: remove,
  addPicture: upload,
};
