import type { Language } from '@kinora/contract/fields';
import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import { notFound } from '../../base/errors.ts';
import { requireTeam } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { systemName } from '../../base/system-names.ts';
import { geoblockRule, geoblockRules } from './queries.ts';

/** The team's default can't be renamed, so its name follows the reader. */
function named(rule: GeoblockRule, lang: Language): GeoblockRule {
  return rule.isTeamDefault ? { ...rule, name: systemName(rule.name, lang) } : rule;
}

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
