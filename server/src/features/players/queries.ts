import { sql } from 'kysely';
import { PlayerOptions } from '@kinora/contract/player-options';
import type { Player, PlayerUses } from '@kinora/contract/players';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';
import { mapPictures, toPictureUrl } from './rules.ts';

// By index, for each player of a short list.
const usedByProjects = sql<number>`(
  select count(*)::int from live_projects p where p.player_id = players.id)`;

function selectPlayers(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('players')
    .select(['id', 'name', 'options', 'created_at', 'updated_at'])
    .select(usedByProjects.as('projects'))
    .where('team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPlayers>['executeTakeFirstOrThrow']>>;

function toPlayer(row: Row, edgeUrl: string): Player {
  const options = PlayerOptions.parse(row.options);
  return {
    id: row.id,
    name: row.name,
    lighthouseEnabled: options.lighthouseEnabled,
    options: mapPictures(options, (url) => toPictureUrl(url, edgeUrl)),
    usedBy: { projects: row.projects },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listPlayers(
  db: Db,
  scope: TeamScope,
  edgeUrl: string,
  filter: { limit: number; q?: string | undefined },
): Promise<Player[]> {
  let query = selectPlayers(db, scope)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id');
  if (filter.q) query = query.where(containsText(sql`lower(name)`, filter.q));
  const rows = await query.limit(filter.limit).execute();
  return rows.map((row) => toPlayer(row, edgeUrl));
}

export async function findPlayer(
  db: Db | Tx,
  scope: TeamScope,
  edgeUrl: string,
  id: string,
): Promise<Player | null> {
  if (!isUuid(id)) return null;
  const row = await selectPlayers(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toPlayer(row, edgeUrl) : null;
}

export async function countRows(
  tx: Tx,
  table: 'players' | 'player_pictures',
  scope: TeamScope,
): Promise<number> {
  const { total } = await tx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('total'))
    .where('team_id', '=', scope.teamId)
    .executeTakeFirstOrThrow();
  return total;
}

/** So many projects are named. */
const MAX_NAMED = 10;

/** Finds the projects that have a player, and names those that the member may see. */
export async function findUses(
  db: Db | Tx,
  { teamId, accountId }: TeamScope,
  id: string,
): Promise<PlayerUses> {
  const { rows } = await sql<PlayerUses>`
    select coalesce((select json_agg(json_build_object('key', s.key, 'name', s.name)) from (
        select p.key, p.name from visible_projects p
        where p.team_id = ${teamId} and p.player_id = ${id} and p.member_id = ${accountId}
        order by p.name collate "th-x-icu", p.id limit ${MAX_NAMED}) s), '[]') as projects,
      (select count(*)::int from live_projects p
        where p.team_id = ${teamId} and p.player_id = ${id}) as "projectCount"`.execute(db);
  const [found] = rows;
  if (!found) throw new RangeError('one row of counts was asked for');
  return found;
}
