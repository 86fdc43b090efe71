import { sql } from 'kysely';
import type { GeoblockRule } from '@kinora/contract/geoblock-rules';
import type { PublishedTeam } from '@kinora/contract/published';
import type { Uses } from '@kinora/contract/uses';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';
import { findUses } from '../../base/uses.ts';

// By index, for each rule of a short list. Deleted videos count: they may be restored, and a rule that
// one has can't be deleted.
const usedByProjects = sql<number>`(
  select count(*)::int from live_projects p where p.geoblock_rule_id = geoblock_rules.id)`;
const usedByVideos = sql<number>`(
  select count(*)::int from videos v
  where v.geoblock_rule_id = geoblock_rules.id)`;

/** A video's own policy, or else the rule of its project. */
export type StoredPolicy = {
  ruleId: string | null;
  allow: string[] | null;
  deny: string[] | null;
  rule: { name: string; allow: string[]; deny: string[] };
};

/** The policy that was written of a video `v`. */
export const ownPolicyOfVideo = sql`json_build_object('ruleId', v.geoblock_rule_id,
  'allowCountryCodes', v.allow_country_codes, 'denyCountryCodes', v.deny_country_codes)`;

/** The policy of a video `v` of a project `p`. */
export const policyOfVideo = sql<StoredPolicy>`(
  select json_build_object('ruleId', v.geoblock_rule_id, 'allow', v.allow_country_codes,
    'deny', v.deny_country_codes, 'rule', json_build_object('name', g.name,
      'allow', g.allow_country_codes, 'deny', g.deny_country_codes))
  from geoblock_rules g where g.id = coalesce(v.geoblock_rule_id, p.geoblock_rule_id))`;

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
    .select([usedByProjects.as('projects'), usedByVideos.as('videos')])
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
    useCount: { project: row.projects, video: row.videos },
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

/** The rule that new projects get; every team has one. */
export async function getTeamDefaultRuleId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await selectRules(db, scope)
    .where('is_team_default', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Lists a rule's uses. Deleted videos count, as they may be restored with it. */
export const findRuleUses = (db: Db | Tx, team: TeamScope, id: string): Promise<Uses> =>
  findUses(db, team, [
    { kind: 'project', from: sql`from live_projects u where u.geoblock_rule_id = ${id}` },
    { kind: 'video', from: sql`from videos u where u.geoblock_rule_id = ${id}` },
  ]);

/** Reads what edges know of a team's rules. */
export async function listPublishedRules(
  tx: Tx,
  teamId: string,
): Promise<PublishedTeam['geoblockRules']> {
  const rows = await tx
    .selectFrom('geoblock_rules')
    .select(['id', 'allow_country_codes as allow', 'deny_country_codes as deny'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute();
  return Object.fromEntries(rows.map(({ id, allow, deny }) => [id, { allow, deny }]));
}
