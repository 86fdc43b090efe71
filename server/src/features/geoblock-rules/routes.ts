import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { geoblockRule, geoblockRules } from './queries.ts';

const list = os.geoblockRules.list.handler(async ({ input, context }) => ({
  data: await geoblockRules(context.app.db, await requireTeam(context), input),
}));

const get = os.geoblockRules.get.handler(async ({ input, context }) => {
  const found = await geoblockRule(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('geoblockRule');
  return found;
});

export const geoblockRulesRoutes = { list, get };
