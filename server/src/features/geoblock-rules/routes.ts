import type { Language } from '@kinora/contract/fields';
import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { geoblockRule, geoblockRules } from './queries.ts';
import { ruleName } from './rules.ts';

const named = (rule: GeoblockRule, lang: Language) => ({ ...rule, name: ruleName(rule, lang) });

const list = os.geoblockRules.list.handler(async ({ input, context }) => ({
  data: (await geoblockRules(context.app.db, await requireTeam(context), input)).map((rule) =>
    named(rule, context.lang),
  ),
}));

const get = os.geoblockRules.get.handler(async ({ input, context }) => {
  const found = await geoblockRule(context.app.db, await requireTeam(context), input.id);
  if (!found) throw notFound('geoblockRule');
  return named(found, context.lang);
});

export const geoblockRulesRoutes = { list, get };
