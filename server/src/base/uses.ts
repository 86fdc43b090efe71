import type { UseKind, Uses } from '@kinora/contract/uses';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { TeamScope } from './request.ts';

/** Rows `u` that use a thing: `from live_projects u where u.player_id = …`. */
export type UseSource = { kind: UseKind; from: RawBuilder<unknown> };

/** So many of a kind are named. */
const MAX_NAMED = 10;

const byName = sql`u.name collate "th-x-icu", u.id`;
const named = sql`json_build_object('key', u.id, 'name', u.name)`;

/** How a kind is named, and in which order; those of a project are named to its members alone. */
const KINDS: Record<UseKind, { named: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  project: { named: sql`json_build_object('key', u.key, 'name', u.name)`, order: byName },
  video: {
    named: sql`json_build_object('key', u.key, 'name', u.title, 'parentKey',
      (select p.key from live_projects p where p.id = u.project_id))`,
    order: sql`u.created_at desc, u.key`,
  },
  preset: { named, order: byName },
  playbackChannel: { named, order: byName },
};

/** True of the projects that the caller sees. */
const isVisibleProject = ({ accountId }: TeamScope, projectId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from visible_projects p
    where p.id = ${projectId} and p.member_id = ${accountId})`;

function isShown(team: TeamScope, kind: UseKind): RawBuilder<boolean> {
  if (kind === 'project') return isVisibleProject(team, sql`u.id`);
  // A deleted video has no page to lead to.
  if (kind === 'video')
    return sql`u.deleted_at is null and ${isVisibleProject(team, sql`u.project_id`)}`;
  return sql`true`;
}

/** An expression for the uses of a thing of the team: per kind, those that the caller sees and the count. */
export function selectUses(team: TeamScope, sources: readonly UseSource[]): RawBuilder<Uses> {
  const kinds = sources.map(({ kind, from }) => {
    const matching = sql`${from} and u.team_id = ${team.teamId}`;
    const { named: shown, order } = KINDS[kind];
    return sql`json_build_object(
      'kind', ${kind}::text,
      'named', coalesce((select json_agg(s.shown) from (
        select ${shown} as shown ${matching} and ${isShown(team, kind)}
        order by ${order} limit ${MAX_NAMED}) s), '[]'),
      'count', (select count(*)::int ${matching}))`;
  });
  return sql<Uses>`json_build_array(${sql.join(kinds)})`;
}

/** Reads what uses a thing of the team. */
export async function findUses(
  db: Db | Tx,
  team: TeamScope,
  sources: readonly UseSource[],
): Promise<Uses> {
  const { rows } = await sql<{ uses: Uses }>`
    select ${selectUses(team, sources)} as uses`.execute(db);
  return rows[0]?.uses ?? [];
}

export const isUsed = (uses: Uses): boolean => uses.some(({ count }) => count > 0);
