import { sql } from 'kysely';
import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';

function selectRules(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('geoblock_rules')
    .select([
      'id',
      'name',
      'is_team_default',
      'allow_country_codes',
      'deny_country_codes',
      'created_at',
      'updated_at',
    ])
    .where('team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRules>['executeTakeFirstOrThrow']>>;

function toRule(row: Row, scope: TeamScope): GeoblockRule {
  return {
    id: row.id,
    name: row.name,
    teamNamespace: scope.namespace,
    isTeamDefault: row.is_team_default,
    allowCountryCodes: row.allow_country_codes,
    denyCountryCodes: row.deny_country_codes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listGeoblockRules(
  db: Db,
  scope: TeamScope,
  filter: { limit: number; q?: string | undefined },
): Promise<GeoblockRule[]> {
  let query = selectRules(db, scope)
    .orderBy('is_team_default', 'desc')
    .orderBy('created_at')
    .orderBy('id');
  if (filter.q) query = query.where(containsText(sql`lower(name)`, filter.q));
  const rows = await query.limit(filter.limit).execute();
  return rows.map((row) => toRule(row, scope));
}

export async function findGeoblockRule(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
): Promise<GeoblockRule | null> {
  if (!isUuid(id)) return null;
  const row = await selectRules(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toRule(row, scope) : null;
}

/** The rule that lets everyone watch, which every team has from its first day. */
export async function getTeamDefaultRuleId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await selectRules(db, scope)
    .where('is_team_default', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}
