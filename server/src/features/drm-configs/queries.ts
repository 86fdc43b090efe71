import type { DrmConfig, JwtKey } from '@kinora/contract/drm-configs';
import type { Language } from '@kinora/contract/fields';
import { JwtAlgorithm } from '@kinora/contract/jwt-algorithm';
import type { PublishedDrm, PublishedTeam } from '@kinora/contract/published';
import { sql } from 'kysely';
import type { Db, Tx } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';
import { findLicenceHost } from '../playback-channels/queries.ts';
import { toPublishedDrm, toServices } from './rules/to-services.ts';

type Team = Pick<TeamScope, 'teamId'>;

export async function countJwtKeys(db: Db | Tx, { teamId }: Team): Promise<number> {
  const { total } = await db
    .selectFrom('drm_jwt_keys')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function listJwtKeys(db: Db, { teamId }: TeamScope): Promise<JwtKey[]> {
  const rows = await db
    .selectFrom('drm_jwt_keys')
    .select(['id', 'key_id', 'name', 'algorithm', 'created_at'])
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, key_id: keyId, name, algorithm, created_at: at }) => ({
    id,
    keyId,
    name,
    algorithm: JwtAlgorithm.parse(algorithm),
    createdAt: at.toISOString(),
  }));
}

function findRow(db: Db | Tx, { teamId }: Team) {
  return db.selectFrom('drm_configs').selectAll().where('team_id', '=', teamId).executeTakeFirst();
}

/** The team's one configuration, with the team's id. */
export async function getDrmConfig(db: Db | Tx, team: TeamScope): Promise<DrmConfig> {
  return {
    id: team.teamId,
    jwtKeyCount: await countJwtKeys(db, team),
    ...toServices(await findRow(db, team)),
    mediaService: { hostname: await findLicenceHost(db, team) },
    playbackChannels: await listActiveChannels(db, team),
    videoCount: await countMultiDrmVideos(db, team),
  };
}

/** Finds what edges know of it; null while the team has no service. */
export async function findPublishedDrm(tx: Tx, team: Team): Promise<PublishedDrm | null> {
  return toPublishedDrm(await findRow(tx, team));
}

/** Reads the keys that check tokens for licences at edges. */
export async function listPublishedJwtKeys(
  tx: Tx,
  teamId: string,
): Promise<PublishedTeam['jwtKeys']> {
  const rows = await tx
    .selectFrom('drm_jwt_keys')
    .select(['key_id', 'algorithm', 'public_key'])
    .where('team_id', '=', teamId)
    .orderBy('key_id')
    .execute();
  return rows.map((key) => ({
    keyId: key.key_id,
    publicKey: key.public_key,
    algorithm: JwtAlgorithm.parse(key.algorithm),
  }));
}

/** The channels that give its licences. */
export function listActiveChannels(
  db: Db | Tx,
  { teamId }: Team,
): Promise<DrmConfig['playbackChannels']> {
  return db
    .selectFrom('playback_channels')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .where('has_drm', '=', true)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Videos that need a service: what viewers get of them is multi-DRM, or is about to be. */
function selectMultiDrmVideos(db: Db | Tx, { teamId }: Team) {
  return db
    .selectFrom('current_revisions as r')
    .innerJoin('live_videos as v', 'v.key', 'r.video_key')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('r.team_id', '=', teamId)
    .where(sql<boolean>`(r.drm_model = 'multiDrm' or r.drm_target = 'multiDrm')`);
}

export async function countMultiDrmVideos(db: Db | Tx, team: Team): Promise<number> {
  return (await selectMultiDrmVideos(db, team).executeTakeFirstOrThrow()).total;
}

/**
 * Counts multi-DRM videos, of all projects or one, that play on these channels and on no other that gives
 * licences.
 */
export async function countStranded(
  tx: Tx,
  { teamId, projectId }: Team & { projectId?: string },
  channelIds: readonly string[],
): Promise<number> {
  const ids = sql`${channelIds}::uuid[]`;
  const { total } = await selectMultiDrmVideos(tx, { teamId })
    .$if(projectId !== undefined, (query) => query.where('v.project_id', '=', projectId ?? ''))
    .where(
      sql<boolean>`exists (select from project_playback_channels p
        join playback_channels c on c.id = p.channel_id
        where p.project_id = v.project_id and c.has_drm and c.id = any(${ids}))`,
    )
    .where(
      sql<boolean>`not exists (select from project_playback_channels p
        join playback_channels c on c.id = p.channel_id
        where p.project_id = v.project_id and c.has_drm and not c.id = any(${ids}))`,
    )
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Says whether viewers can watch multi-DRM videos of a project, and locks the services until the transaction
 * ends.
 */
export async function canPlayMultiDrm(
  tx: Tx,
  { teamId, projectId }: { teamId: string; projectId: string },
): Promise<boolean> {
  const { rows: services } = await sql<{ isThere: boolean }>`
    select num_nonnulls(fairplay_service_name, widevine_service_name,
      playready_service_name) > 0 as "isThere"
    from drm_configs where team_id = ${teamId} for share
  `.execute(tx);
  if (!services[0]?.isThere) return false;
  const channel = await tx
    .selectFrom('project_playback_channels as p')
    .innerJoin('playback_channels as c', 'c.id', 'p.channel_id')
    .select('c.id')
    .where('p.project_id', '=', projectId)
    .where('c.team_id', '=', teamId)
    .where('c.has_drm', '=', true)
    .limit(1)
    .executeTakeFirst();
  return channel !== undefined;
}

/** Lists those of some locked videos that viewers could not watch in a project. */
export async function listUnplayable(
  tx: Tx,
  place: { teamId: string; projectId: string },
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await selectMultiDrmVideos(tx, place)
    .clearSelect()
    .select('v.key')
    .where('v.key', 'in', keys)
    .execute();
  const isPlayable = rows.length === 0 || (await canPlayMultiDrm(tx, place));
  return new Set(isPlayable ? [] : rows.map(({ key }) => key));
}

/** Lists the admins, who get the mails about the team's certificate. */
export function listAdmins(tx: Tx, teamId: string): Promise<{ email: string; lang: Language }[]> {
  return tx
    .selectFrom('active_members')
    .select(['email', 'lang'])
    .where('team_id', '=', teamId)
    .where('role', '=', 'admin')
    .orderBy('account_id')
    .execute();
}
