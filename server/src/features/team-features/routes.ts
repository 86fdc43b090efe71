import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitAdminWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { setFeature } from './actions.ts';
import { listFeatures } from './queries.ts';

const list = os.teamFeatures.list.handler(async ({ context }) => ({
  features: await listFeatures(context.app.db, await requireTeam(context)),
}));

const update = os.teamFeatures.update.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  await write(context, permit, (tx) => setFeature(tx, permit, input));
  return input;
});

export const teamFeaturesRoutes = { list, update };
