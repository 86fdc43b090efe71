import { type CountryLists, MAX_GEOBLOCK_RULES } from '@kinora/contract/geoblock-rules';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { lockRow, lockTeamRows, requireRoom, toFacts } from '../../base/team-rows.ts';
import { isUsed } from '../../base/uses.ts';
import { geoblockRuleChanged, geoblockRuleCreated, geoblockRuleDeleted } from './events.ts';
import { findRuleUses } from './queries.ts';
import { FIRST_RULE_NAME, toStoredName } from './rules.ts';

export type RuleChange = { [List in keyof CountryLists]?: string[] | undefined } & {
  name?: string | undefined;
  isTeamDefault?: boolean | undefined;
};

/** Without an allow and a deny list everyone may watch. */
export async function createTeamDefaultRule(tx: Tx, team: TeamScope): Promise<void> {
  const id = newId();
  await tx
    .insertInto('geoblock_rules')
    .values({ id, team_id: team.teamId, name: FIRST_RULE_NAME, is_team_default: true })
    .execute();
  await announce(tx, geoblockRuleCreated, toFacts(team, id, FIRST_RULE_NAME));
}

/** @throws AppError limit_reached */
export async function createRule(
  tx: Tx,
  { team }: TeamPermit,
  input: RuleChange & { name: string },
): Promise<string> {
  await requireRoom(tx, 'geoblock_rules', team, MAX_GEOBLOCK_RULES);
  if (input.isTeamDefault) await clearDefault(tx, team);
  const id = newId();
  const name = toStoredName(input.name);
  await tx
    .insertInto('geoblock_rules')
    .values({
      id,
      team_id: team.teamId,
      name,
      is_team_default: input.isTeamDefault ?? false,
      ...toColumns(input),
    })
    .execute();
  await announce(tx, geoblockRuleCreated, toFacts(team, id, name));
  return id;
}

/**
 * Changes the given fields of a rule. It can become the team's default, but only stops being it when another
 * rule takes its place.
 *
 * @throws AppError not_found
 */
export async function updateRule(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
  change: RuleChange,
): Promise<void> {
  const before = await lockRule(tx, team, id);
  if (change.isTeamDefault) await clearDefault(tx, team);
  const columns = {
    name: change.name === undefined ? change.name : toStoredName(change.name),
    ...(change.isTeamDefault ? { is_team_default: true } : {}),
    ...toColumns(change),
  };
  await tx
    .updateTable('geoblock_rules')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  const facts = toFacts(team, id, columns.name ?? before.name);
  await announce(tx, geoblockRuleChanged, { ...facts, changes: diff(before, columns) });
}

/** @throws AppError not_found, geoblock_rule_default, geoblock_rule_in_use */
export async function deleteRule(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  const { is_team_default: isDefault, name } = await lockRule(tx, team, id);
  if (isDefault) throw new AppError('geoblock_rule_default');
  const uses = await findRuleUses(tx, team, id);
  if (isUsed(uses)) throw new AppError('geoblock_rule_in_use', { members: { uses } });
  await tx.deleteFrom('geoblock_rules').where('id', '=', id).execute();
  await announce(tx, geoblockRuleDeleted, toFacts(team, id, name));
}

/** One change of a team's rules at a time, so that one of them is the default. */
async function lockRule(tx: Tx, team: TeamScope, id: string) {
  await lockTeamRows(tx, 'geoblock_rules', team);
  const columns = ['name', 'is_team_default', 'allow_country_codes', 'deny_country_codes'] as const;
  return lockRow(tx, 'geoblock_rules', team, { id, item: 'geoblockRule', columns });
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
