import { sql } from 'kysely';
import type { PublishedChannel, PublishedVideo } from '@kinora/contract/published';
import { StreamDescription } from '@kinora/contract/stream';
import type { Tx } from '../../base/db.ts';
import { publishedState } from './rules.ts';

export async function videoDocument(tx: Tx, videoKey: string): Promise<PublishedVideo | null> {
  const row = await tx
    .selectFrom('videos as v')
    .innerJoin('revisions as r', 'r.key', 'v.current_revision_key')
    .select(['v.team_id', 'v.title', 'v.deleted_at', 'r.state'])
    .select(sql`r.stream`.as('stream'))
    .where('v.key', '=', videoKey)
    .executeTakeFirst();
  if (!row) return null;
  const stream = row.stream === null ? null : StreamDescription.parse(row.stream);
  const state = publishedState({ isDeleted: row.deleted_at !== null, stream });
  return {
    version: 1,
    videoKey,
    teamId: row.team_id,
    title: row.title,
    state,
    stream: state === 'playable' ? stream : null,
  };
}

export async function channelDocument(
  tx: Tx,
  channelId: string,
): Promise<{ host: string; document: PublishedChannel } | null> {
  const row = await tx
    .selectFrom('playback_channels')
    .select(['team_id', 'default_playback_domain'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  if (!row) return null;
  const document = { version: 1 as const, channelId, teamId: row.team_id };
  return { host: row.default_playback_domain, document };
}
