import { sql } from 'kysely';
import type { GeoblockRule, GeoblockRuleUses } from '@kinora/contract/geoblock-rules';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';

// By index, for each rule of a short list. Deleted videos count: they may be restored, and a rule that
// one has can't be deleted.
const usedByProjects = sql<number>`(
  select count(*)::int from live_projects p where p.geoblock_rule_id = geoblock_rules.id)`;
const usedByVideos = sql<number>`(
  select count(*)::int from videos v
  where v.geoblock_rule_id = geoblock_rules.id)`;

/** A video's own policy, and the rule of its project, which stands in where it has none. */
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
    usedBy: { projects: row.projects, videos: row.videos },
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

/** The rule of new projects, of which every team has one. */
export async function getTeamDefaultRuleId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await selectRules(db, scope)
    .where('is_team_default', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function countRules(tx: Tx, scope: TeamScope): Promise<number> {
  const { total } = await tx
    .selectFrom('geoblock_rules')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('team_id', '=', scope.teamId)
    .executeTakeFirstOrThrow();
  return total;
}

/** So many projects and as many videos are named. */
const MAX_NAMED = 10;

/** Finds what uses a rule, and names of it what the member may see. */
export async function findUses(
  db: Db | Tx,
  { teamId, accountId }: TeamScope,
  id: string,
): Promise<GeoblockRuleUses> {
  const { rows } = await sql<GeoblockRuleUses>`
    with seen as (
      select p.id, p.key, p.name, p.geoblock_rule_id from visible_projects p
      where p.team_id = ${teamId} and p.member_id = ${accountId})
    select
      coalesce((select json_agg(json_build_object('key', s.key, 'name', s.name)) from (
        select key, name from seen where geoblock_rule_id = ${id}
        order by name collate "th-x-icu", id limit ${MAX_NAMED}) s), '[]') as projects,
      (select count(*)::int from live_projects p
        where p.team_id = ${teamId} and p.geoblock_rule_id = ${id}) as "projectCount",
      coalesce((select json_agg(json_build_object(
          'key', s.key, 'title', s.title, 'projectKey', s.project_key)) from (
        select v.key, v.title, seen.key as project_key
        from live_videos v join seen on seen.id = v.project_id
        where v.team_id = ${teamId} and v.geoblock_rule_id = ${id}
        order by v.created_at desc, v.key limit ${MAX_NAMED}) s), '[]') as videos,
      (select count(*)::int from videos v
        where v.team_id = ${teamId} and v.geoblock_rule_id = ${id}) as "videoCount"`.execute(db);
  const [found] = rows;
  if (!found) throw new RangeError('one row of counts was asked for');
  return found;
}
