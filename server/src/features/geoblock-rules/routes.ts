import { COUNTRY_CODES, getContinent } from '@kinora/contract/countries';
import type { Language } from '@kinora/contract/fields';
import type { Country, GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { Db, Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { readGeoDatabase } from '../../base/geo-database.ts';
import { requireTeam, type TeamScope } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { createRule, deleteRule, updateRule } from './actions.ts';
import { findGeoblockRule, findRuleUses, listGeoblockRules } from './queries.ts';
import { getRuleName } from './rules.ts';

const withName = (rule: GeoblockRule, lang: Language) => ({
  ...rule,
  name: getRuleName(rule, lang),
});

async function getRule(db: Db | Tx, team: TeamScope, id: string, lang: Language) {
  const found = await findGeoblockRule(db, team, id);
  if (!found) throw notFound('geoblockRule');
  return withName(found, lang);
}

const list = os.geoblockRules.list.handler(async ({ input, context }) => ({
  data: (await listGeoblockRules(context.app.db, await requireTeam(context), input)).map((rule) =>
    withName(rule, context.lang),
  ),
}));

const namesIn = (lang: Language) => new Intl.DisplayNames(lang, { type: 'region' });
const COUNTRIES: readonly Country[] = COUNTRY_CODES.map((countryCode) => ({
  countryCode,
  countryNameEN: namesIn('en').of(countryCode) ?? countryCode,
  countryNameTH: namesIn('th').of(countryCode) ?? countryCode,
  continent: getContinent(countryCode),
}));

const countries = os.geoblockRules.countries.handler(async ({ context }) => {
  await requireTeam(context);
  const { lang } = context;
  const name = lang === 'th' ? 'countryNameTH' : 'countryNameEN';
  const { compare } = new Intl.Collator(lang);
  return {
    data: COUNTRIES.toSorted((one, other) => compare(one[name], other[name])),
    database: await readGeoDatabase(context.app.config.geoDatabase),
  };
});

const get = os.geoblockRules.get.handler(async ({ input, context }) =>
  getRule(context.app.db, await requireTeam(context), input.id, context.lang),
);

const uses = os.geoblockRules.uses.handler(async ({ input, context }) => {
  const { team } = permitTeamWrites(await requireTeam(context));
  const { db } = context.app;
  const { id } = await getRule(db, team, input.id, context.lang);
  return { uses: await findRuleUses(db, team, id) };
});

const create = os.geoblockRules.create.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    const id = await createRule(tx, permit, input);
    return getRule(tx, permit.team, id, context.lang);
  });
});

const update = os.geoblockRules.update.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  return write(context, permit, async (tx) => {
    await updateRule(tx, permit, input.id, input);
    return getRule(tx, permit.team, input.id, context.lang);
  });
});

const remove = os.geoblockRules.delete.handler(async ({ input, context }) => {
  const permit = permitTeamWrites(await requireTeam(context));
  await write(context, permit, (tx) => deleteRule(tx, permit, input.id));
});

export const geoblockRulesRoutes = {
  list,
  countries,
  get,
  uses,
  create,
  update,
  delete: remove,
};
