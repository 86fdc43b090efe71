import { sql } from 'kysely';
import { PlayerOptions } from '@kinora/contract/player-options';
import type { Player } from '@kinora/contract/players';
import { getPublishedPlayerKey, PublishedPlayer } from '@kinora/contract/published';
import type { Uses } from '@kinora/contract/uses';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import { definePublished } from '../../base/published-documents.ts';
import type { TeamScope } from '../../base/request.ts';
import { containsText } from '../../base/search.ts';
import { findUses } from '../../base/uses.ts';
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
    useCount: { project: row.projects },
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

export const findPlayerUses = (db: Db | Tx, team: TeamScope, id: string): Promise<Uses> =>
  findUses(db, team, [
    { kind: 'project', from: sql`from live_projects u where u.player_id = ${id}` },
  ]);

export const publishedPlayer = definePublished({
  kind: 'player',
  getStorageKey: getPublishedPlayerKey,
  schema: PublishedPlayer,
  load: findPublishedPlayer,
});

async function findPublishedPlayer(tx: Tx, playerId: string): Promise<PublishedPlayer | null> {
  const row = await tx
    .selectFrom('players')
    .select(['team_id', 'options'])
    .where('id', '=', playerId)
    .executeTakeFirst();
  if (!row) return null;
  const options = PlayerOptions.parse(row.options);
  return { version: 1, playerId, teamId: row.team_id, options };
}
