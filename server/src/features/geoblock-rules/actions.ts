import { type CountryLists, MAX_GEOBLOCK_RULES } from '@kinora/contract/geoblock-rules';
import { diff } from '../../base/changes.ts';
import { lockByName, type Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { isUuid, newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { geoblockRuleChanged, geoblockRuleCreated, geoblockRuleDeleted } from './events.ts';
import { countRules, findUses } from './queries.ts';
import { FIRST_RULE_NAME, toStoredName } from './rules.ts';

export type RuleChange = { [List in keyof CountryLists]?: string[] | undefined } & {
  name?: string | undefined;
  isTeamDefault?: boolean | undefined;
};

/** Without an allow and a deny list everyone may watch. */
export async function createTeamDefaultRule(tx: Tx, { teamId }: TeamScope): Promise<void> {
  const id = newId();
  await tx
    .insertInto('geoblock_rules')
    .values({ id, team_id: teamId, name: FIRST_RULE_NAME, is_team_default: true })
    .execute();
  await announce(tx, geoblockRuleCreated, { teamId, projectId: null, key: id });
}

/** @throws AppError limit_reached */
export async function createRule(
  tx: Tx,
  { team }: TeamPermit,
  input: RuleChange & { name: string },
): Promise<string> {
  await lockRules(tx, team);
  if ((await countRules(tx, team)) >= MAX_GEOBLOCK_RULES) throw new AppError('limit_reached');
  if (input.isTeamDefault) await clearDefault(tx, team);
  const id = newId();
  await tx
    .insertInto('geoblock_rules')
    .values({
      id,
      team_id: team.teamId,
      name: toStoredName(input.name),
      is_team_default: input.isTeamDefault ?? false,
      ...toColumns(input),
    })
    .execute();
  await announce(tx, geoblockRuleCreated, { ...toPlace(team), key: id });
  return id;
}

/**
 * Changes a rule; what is left out stays. It can become the team's default, but not stop being it: another
 * one takes its place.
 *
 * @throws AppError not_found
 */
export async function updateRule(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
  change: RuleChange,
): Promise<void> {
  await lockRules(tx, team);
  const before = await lockRule(tx, team, id);
  if (change.isTeamDefault) await clearDefault(tx, team);
  const columns = {
    // Kysely leaves out columns whose value is undefined.
    name: change.name === undefined ? change.name : toStoredName(change.name),
    ...(change.isTeamDefault ? { is_team_default: true } : {}),
    ...toColumns(change),
  };
  await tx
    .updateTable('geoblock_rules')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  const changes = diff(before, columns);
  await announce(tx, geoblockRuleChanged, { ...toPlace(team), key: id, changes });
}

/** @throws AppError not_found, geoblock-rule-default, geoblock-rule-in-use */
export async function deleteRule(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  await lockRules(tx, team);
  if ((await lockRule(tx, team, id)).is_team_default) throw new AppError('geoblock-rule-default');
  const uses = await findUses(tx, team, id);
  if (uses.projectCount + uses.videoCount > 0)
    throw new AppError('geoblock-rule-in-use', { members: uses });
  await tx.deleteFrom('geoblock_rules').where('id', '=', id).execute();
  await announce(tx, geoblockRuleDeleted, { ...toPlace(team), key: id });
}

/** One change of a team's rules at a time, so that one of them is the default. */
async function lockRules(tx: Tx, { teamId }: TeamScope): Promise<void> {
  await lockByName(tx, `geo-blocking rules of ${teamId}`);
}

/** Projects and videos that are about to take the rule wait for its row. */
async function lockRule(tx: Tx, { teamId }: TeamScope, id: string) {
  if (!isUuid(id)) throw notFound('geoblockRule');
  const row = await tx
    .selectFrom('geoblock_rules')
    .select(['name', 'is_team_default', 'allow_country_codes', 'deny_country_codes'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('geoblockRule');
  return row;
}

async function clearDefault(tx: Tx, { teamId }: TeamScope): Promise<void> {
  await tx
    .updateTable('geoblock_rules')
    .set({ is_team_default: false, updated_at: new Date() })
    .where('team_id', '=', teamId)
    .where('is_team_default', '=', true)
    .execute();
}

const toColumns = ({ allowCountryCodes, denyCountryCodes }: RuleChange) => ({
  allow_country_codes: allowCountryCodes,
  deny_country_codes: denyCountryCodes,
});

const toPlace = ({ teamId }: TeamScope) => ({ teamId, projectId: null });
