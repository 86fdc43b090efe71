import { listContentKeys } from '@kinora/manifests/content-keys';
import { JwtAlgorithm } from '@kinora/contract/jwt-algorithm';
import { sql } from 'kysely';
import { PlayerOptions } from '@kinora/contract/player-options';
import { AccessPolicy } from '@kinora/contract/playback-channels';
import {
  getPublishedKeysKey,
  type PublishedChannel,
  type PublishedKeys,
  type PublishedPlayer,
  type PublishedProject,
  type PublishedTeam,
  type PublishedVideo,
} from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Db, Tx } from '../../base/db.ts';
import { prepared } from '../../base/prepared.ts';
import { findPublishedDrm } from '../drm-configs/queries.ts';
import { findPublishedKeys } from '../drm/queries.ts';
import { isWithheld, listWatchedStreams, readParts, storedParts } from '../revisions/queries.ts';
import { composeStream, getPublishedState, hasFailed, type Subject } from './rules.ts';

/** The day that the team states, or that of the upload where the product's teams are. */
const publishedDate = sql<string>`coalesce(v.published_date,
  (v.created_at at time zone 'Asia/Bangkok')::date)`;

export async function findVideoDocument(tx: Tx, videoKey: string): Promise<PublishedVideo | null> {
  const row = await prepared(tx, 'published_video')
    .selectFrom('videos as v')
    .innerJoin('revisions as r', 'r.key', 'v.current_revision_key')
    .select(['v.team_id', 'v.title', 'v.description', publishedDate.as('publishedDate')])
    .select(['v.deleted_at', 'r.state', 'r.probe_error_type', 'v.project_id'])
    .select([isWithheld.as('isWithheld'), 'r.drm_failed', 'r.failure_reason'])
    .select(['v.geoblock_rule_id', 'v.allow_country_codes', 'v.deny_country_codes'])
    .select(storedParts)
    .where('v.key', '=', videoKey)
    .executeTakeFirst();
  if (!row) return null;
  const parts = readParts(row.parts);
  const stream = parts && composeStream(parts, await listWatchedStreams(tx, videoKey));
  const isDeleted = row.deleted_at !== null;
  const state = getPublishedState({ isDeleted, isWithheld: row.isWithheld, stream });
  return {
    version: 1,
    videoKey,
    teamId: row.team_id,
    title: row.title,
    description: row.description,
    publishedDate: row.publishedDate,
    state,
    ...(state === 'notReady' && hasFailed(row) ? { isFailed: true as const } : {}),
    stream: state === 'playable' ? stream : null,
    projectId: row.project_id,
    geoblock: toGeoblock(row),
  };
}

function toGeoblock(row: {
  geoblock_rule_id: string | null;
  allow_country_codes: string[] | null;
  deny_country_codes: string[] | null;
}): PublishedVideo['geoblock'] {
  if (row.geoblock_rule_id !== null) return { ruleId: row.geoblock_rule_id };
  if (row.allow_country_codes === null) return null;
  return { allow: row.allow_country_codes, deny: row.deny_country_codes ?? [] };
}

type KeysDocument = { storageKey: string; document: PublishedKeys };

/** The document as it is to be now, null when there is to be none, and that of the keys it speaks of. */
export async function findDocument(
  tx: Tx,
  { kind, key }: Subject,
): Promise<{ document: object | null; keys?: KeysDocument | null }> {
  switch (kind) {
    case 'video': {
      const document = await findVideoDocument(tx, key);
      return { document, keys: await findKeysDocument(tx, document?.stream ?? null) };
    }
    case 'host':
      return { document: await findChannelDocument(tx, key) };
    case 'project':
      return { document: await findProjectDocument(tx, key) };
    case 'team':
      return { document: await findTeamDocument(tx, key) };
    case 'player':
      return { document: await findPlayerDocument(tx, key) };
  }
}

/** Null as well when they were replaced meanwhile: the video is about to be published again. */
async function findKeysDocument(
  tx: Tx,
  stream: StreamDescription | null,
): Promise<KeysDocument | null> {
  if (stream?.encryption?.method !== 'cbcs') return null;
  const { revisionKey, encryption } = stream;
  const document = await findPublishedKeys(tx, revisionKey, [...listContentKeys(stream).keys()]);
  return document && { storageKey: getPublishedKeysKey(revisionKey, encryption), document };
}

async function findChannelDocument(tx: Tx, host: string): Promise<PublishedChannel | null> {
  const row = await tx
    .selectFrom('playback_channels as c')
    .leftJoin('playback_domains as d', (join) =>
      join
        .onRef('d.channel_id', '=', 'c.id')
        .on('d.host', '=', host)
        .on('d.proven_at', 'is not', null),
    )
    .select(['c.id', 'c.team_id', 'c.website_policy', 'c.allow_domains', 'c.deny_domains'])
    .select(['c.allow_no_referrer', 'c.signed_url_required', 'c.accepts_ark_v2', 'c.has_drm'])
    .where((where) =>
      where.or([where('c.default_playback_domain', '=', host), where('d.host', '=', host)]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const keys = await tx
    .selectFrom('playback_channel_keys as c')
    .innerJoin('url_signing_keys as k', 'k.id', 'c.key_id')
    .select(['k.key_id', 'k.sealed_secret'])
    .where('c.channel_id', '=', row.id)
    .orderBy('k.key_id')
    .execute();
  const policy = AccessPolicy.parse(row.website_policy);
  const lists = { allowAll: [], allowSome: row.allow_domains, blockSome: row.deny_domains };
  return {
    version: 1,
    channelId: row.id,
    teamId: row.team_id,
    website: { policy, domains: lists[policy], allowNoReferrer: row.allow_no_referrer },
    signedUrl: {
      required: row.signed_url_required,
      acceptsArkV2: row.accepts_ark_v2,
      keys: keys.map((one) => ({
        keyId: one.key_id,
        sealedSecret: one.sealed_secret.toString('base64'),
      })),
    },
    ...(row.has_drm && { hasDrm: true as const }),
  };
}

async function findProjectDocument(tx: Tx, projectId: string): Promise<PublishedProject | null> {
  const row = await tx
    .selectFrom('projects')
    .select(['id', 'team_id', 'geoblock_rule_id', 'player_id'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!row) return null;
  const channels = await tx
    .selectFrom('project_playback_channels')
    .select('channel_id')
    .where('project_id', '=', projectId)
    .orderBy('channel_id')
    .execute();
  return {
    version: 1,
    projectId,
    teamId: row.team_id,
    channelIds: channels.map(({ channel_id }) => channel_id),
    geoblockRuleId: row.geoblock_rule_id,
    playerId: row.player_id,
  };
}

async function findTeamDocument(tx: Tx, teamId: string): Promise<PublishedTeam> {
  const team = await tx
    .selectFrom('teams')
    .select('name')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const rules = await tx
    .selectFrom('geoblock_rules')
    .select(['id', 'allow_country_codes as allow', 'deny_country_codes as deny'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute();
  const geoblockRules = Object.fromEntries(
    rules.map(({ id, allow, deny }) => [id, { allow, deny }]),
  );
  const keys = await tx
    .selectFrom('drm_jwt_keys')
    .select(['key_id', 'algorithm', 'public_key'])
    .where('team_id', '=', teamId)
    .orderBy('key_id')
    .execute();
  const jwtKeys = keys.map((key) => ({
    keyId: key.key_id,
    publicKey: key.public_key,
    algorithm: JwtAlgorithm.parse(key.algorithm),
  }));
  const drm = await findPublishedDrm(tx, { teamId });
  return { version: 1, teamId, name: team.name, geoblockRules, jwtKeys, ...(drm && { drm }) };
}

async function findPlayerDocument(tx: Tx, playerId: string): Promise<PublishedPlayer | null> {
  const row = await tx
    .selectFrom('players')
    .select(['team_id', 'options'])
    .where('id', '=', playerId)
    .executeTakeFirst();
  if (!row) return null;
  const options = PlayerOptions.parse(row.options);
  return { version: 1, playerId, teamId: row.team_id, options };
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
