import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';

function selectChannels(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('playback_channels')
    .select(['id', 'name', 'default_playback_domain', 'is_primary', 'created_at'])
    .where('team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChannels>['executeTakeFirstOrThrow']>>;

function toChannel(row: Row): PlaybackChannel {
  return {
    id: row.id,
    name: row.name,
    defaultPlaybackDomain: row.default_playback_domain,
    isPrimary: row.is_primary,
    createdAt: row.created_at.toISOString(),
  };
}

export async function listPlaybackChannels(
  db: Db,
  scope: TeamScope,
  limit: number,
): Promise<PlaybackChannel[]> {
  const rows = await selectChannels(db, scope)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toChannel);
}

export async function findPlaybackChannel(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
): Promise<PlaybackChannel | null> {
  if (!isUuid(id)) return null;
  const row = await selectChannels(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? toChannel(row) : null;
}

export async function getPrimaryChannelId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await selectChannels(db, scope)
    .where('is_primary', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}
