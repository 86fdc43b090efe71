import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { preset, presets } from './queries.ts';

const list = os.presets.list.handler(async ({ input, context }) => ({
  data: await presets(context.app.db, await requireTeam(context), input.limit),
}));

const get = os.presets.get.handler(async ({ input, context }) => {
  const found = await preset(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('preset');
  return found;
});

export const presetsRoutes = { list, get };
