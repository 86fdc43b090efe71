import { sql } from 'kysely';
import type { PublishedChannel, PublishedVideo } from '@kinora/contract/published';
import type { Db, Tx } from '../../base/db.ts';
import { readParts, storedParts } from '../revisions/queries.ts';
import { composeStream, getPublishedState, type Subject } from './rules.ts';

export async function findVideoDocument(tx: Tx, videoKey: string): Promise<PublishedVideo | null> {
  const row = await tx
    .selectFrom('videos as v')
    .innerJoin('revisions as r', 'r.key', 'v.current_revision_key')
    .select(['v.team_id', 'v.title', 'v.description', 'v.published_date'])
    .select(['v.deleted_at', 'r.state', 'r.probe_error_type'])
    .select(storedParts)
    .where('v.key', '=', videoKey)
    .executeTakeFirst();
  if (!row) return null;
  const parts = readParts(row.parts);
  const stream = parts && composeStream(parts);
  const state = getPublishedState({ isDeleted: row.deleted_at !== null, stream });
  return {
    version: 1,
    videoKey,
    teamId: row.team_id,
    title: row.title,
    description: row.description,
    publishedDate: row.published_date,
    state,
    ...(state === 'notReady' && (row.state === 'failed' || row.probe_error_type !== null)
      ? { isFailed: true as const }
      : {}),
    stream: state === 'playable' ? stream : null,
  };
}

export async function findChannelDocument(
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

/** The version that has to be published; 0 when no change of it is known. */
export async function getChangedVersion(tx: Tx, { kind, key }: Subject): Promise<number> {
  const row = await tx
    .selectFrom('publications')
    .select('version')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Seconds for which the oldest change has waited to be published; 0 when none waits. */
export async function getPublicationLag(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(changed_at))::float8 as seconds
    from publications where published_version < version
  `.execute(db);
  return rows[0]?.seconds ?? 0;
}
