import type { Language } from '@kinora/contract/fields';
import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { findGeoblockRule, listGeoblockRules } from './queries.ts';
import { getRuleName } from './rules.ts';

const withName = (rule: GeoblockRule, lang: Language) => ({
  ...rule,
  name: getRuleName(rule, lang),
});

const list = os.geoblockRules.list.handler(async ({ input, context }) => ({
  data: (await listGeoblockRules(context.app.db, await requireTeam(context), input)).map((rule) =>
    withName(rule, context.lang),
  ),
}));

const get = os.geoblockRules.get.handler(async ({ input, context }) => {
  const found = await findGeoblockRule(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('geoblockRule');
  return withName(found, context.lang);
});

export const geoblockRulesRoutes = { list, get };
