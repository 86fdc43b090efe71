import { sql } from 'kysely';
import {
  AccessPolicy,
  type DomainCheck,
  type DomainRecord,
  MAX_CHANNEL_KEYS,
  MAX_CHANNELS,
  type OwnDomain,
  type PlaybackChannel,
  type PlaybackChannelUses,
} from '@kinora/contract/playback-channels';
import { DrmModel } from '@kinora/contract/drm';
import type { DrmService } from '@kinora/contract/drm-outputs';
import type { Language } from '@kinora/contract/fields';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { getRuleName } from '../geoblock-rules/rules.ts';
import { getProofs, MISSING_DAYS } from './rules/domain-proof.ts';

type DomainRow = {
  host: string;
  provenBy: OwnDomain['provenBy'];
  checkedAt: string | null;
  result: DomainCheck | null;
  found: DomainRecord[];
  missingSince: string | null;
};
type Key = { id: string; keyId: string; createdAt: string };

// Each channel with what belongs to it, in one statement.
const domains = sql<DomainRow[]>`coalesce((
  select json_agg(json_build_object('host', d.host, 'provenBy', d.proven_by,
    'checkedAt', d.checked_at, 'result', d.check_result, 'found', d.found,
    'missingSince', d.missing_since)
    order by d.created_at, d.host)
  from playback_domains d where d.channel_id = c.id
), '[]')`;
const keys = sql<Key[]>`coalesce((
  select json_agg(json_build_object('id', k.id, 'keyId', k.key_id, 'createdAt', k.created_at)
    order by k.created_at, k.id)
  from playback_channel_keys ck join url_signing_keys k on k.id = ck.key_id
  where ck.channel_id = c.id
), '[]')`;
const rules = sql<PlaybackChannel['geoblockRules']>`coalesce((
  select json_agg(json_build_object('id', g.id, 'name', g.name,
    'allowCountryCodes', g.allow_country_codes, 'denyCountryCodes', g.deny_country_codes)
    order by g.is_team_default desc, g.name collate "th-x-icu")
  from geoblock_rules g where g.id in (
    select p.geoblock_rule_id from project_playback_channels pc
    join live_projects p on p.id = pc.project_id where pc.channel_id = c.id)
), '[]')`;
const drmServices = sql<DrmService[]>`array(
  select s.name from drm_configs d cross join lateral (values
    ('fairplay', d.fairplay_service_name), ('widevine', d.widevine_service_name),
    ('playready', d.playready_service_name)) s (name, own)
  where c.has_drm and d.team_id = c.team_id and s.own is not null
)`;
const hasJwtKeys = sql<boolean>`exists (select from drm_jwt_keys k where k.team_id = c.team_id)`;
/** Only those that the member may see. */
const projects = ({ accountId }: TeamScope) => sql<PlaybackChannel['projects']>`coalesce((
  select json_agg(json_build_object('key', p.key, 'name', p.name) order by p.name collate "th-x-icu", p.id)
  from project_playback_channels pc join visible_projects p on p.id = pc.project_id
  where pc.channel_id = c.id and p.member_id = ${accountId}
), '[]')`;

function selectChannels(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('playback_channels as c')
    .select(['c.id', 'c.name', 'c.default_playback_domain', 'c.is_primary'])
    .select(['c.website_policy', 'c.allow_domains', 'c.deny_domains', 'c.allow_no_referrer'])
    .select(['c.signed_url_required', 'c.accepts_ark_v2', 'c.default_drm_model', 'c.has_drm'])
    .select(['c.created_at', 'c.updated_at'])
    .select([domains.as('domains'), keys.as('keys'), rules.as('rules')])
    .select([drmServices.as('drmServices'), hasJwtKeys.as('hasJwtKeys')])
    .select(projects(scope).as('projects'))
    .where('c.team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChannels>['executeTakeFirstOrThrow']>>;

function toChannel(row: Row, lang: Language): PlaybackChannel {
  return {
    id: row.id,
    name: row.name,
    defaultPlaybackDomain: row.default_playback_domain,
    playbackDomains: row.domains.flatMap(({ host, provenBy }) => (provenBy ? [host] : [])),
    ownDomains: row.domains.map((domain) => toOwnDomain(domain, row)),
    isDefault: row.is_primary,
    signedUrl: {
      required: row.signed_url_required,
      acceptsArkV2: row.accepts_ark_v2,
      urlSigningKeyIds: row.keys.map(({ id }) => id),
      urlSigningKeys: row.keys.map((key) => ({
        ...key,
        createdAt: new Date(key.createdAt).toISOString(),
      })),
    },
    accessControlPolicy: {
      policy: AccessPolicy.parse(row.website_policy),
      allowDomains: row.allow_domains,
      denyDomains: row.deny_domains,
      allowNoReferrer: row.allow_no_referrer,
    },
    defaultDrmModelForNonClassicDelivery: DrmModel.parse(row.default_drm_model),
    hasDrm: row.has_drm,
    drmServices: row.drmServices,
    hasJwtKeys: row.hasJwtKeys,
    geoblockRules: row.rules.map((rule) => ({ ...rule, name: getRuleName(rule, lang) })),
    projects: row.projects,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function toOwnDomain(
  { host, provenBy, checkedAt, result, found, missingSince }: DomainRow,
  { id, default_playback_domain: defaultPlaybackDomain }: Row,
): OwnDomain {
  return {
    domain: host,
    provenBy,
    provenUntil: missingSince === null ? null : addDays(missingSince, MISSING_DAYS),
    proofs: getProofs({ host, channelId: id, defaultPlaybackDomain }),
    lastCheck:
      checkedAt !== null && result !== null
        ? { result, found, checkedAt: new Date(checkedAt).toISOString() }
        : null,
  };
}

function addDays(time: string, days: number): string {
  return new Date(new Date(time).getTime() + days * 24 * 3_600_000).toISOString();
}

export async function listPlaybackChannels(
  db: Db,
  scope: TeamScope,
  { limit = MAX_CHANNELS, lang }: { limit?: number; lang: Language },
): Promise<PlaybackChannel[]> {
  const rows = await selectChannels(db, scope)
    .orderBy('c.is_primary', 'desc')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map((row) => toChannel(row, lang));
}

export async function findPlaybackChannel(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
  lang: Language,
): Promise<PlaybackChannel | null> {
  if (!isUuid(id)) return null;
  const row = await selectChannels(db, scope).where('c.id', '=', id).executeTakeFirst();
  return row ? toChannel(row, lang) : null;
}

/** Counts what plays on a channel, of all members. */
export async function countUses(
  db: Db,
  { teamId }: TeamScope,
  id: string,
): Promise<PlaybackChannelUses> {
  const { rows } = await sql<PlaybackChannelUses>`
    with used as (
      select project_id from project_playback_channels
      where team_id = ${teamId} and channel_id = ${id})
    select (select count(*)::int from used) as "projectCount",
      (select coalesce(sum(n.videos), 0)::int from video_counts n
        where n.team_id = ${teamId} and n.project_id in (select project_id from used))
        as "videoCount"`.execute(db);
  const [found] = rows;
  if (!found) throw new RangeError('one row of counts was asked for');
  return found;
}

export async function getPrimaryChannelId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await db
    .selectFrom('playback_channels')
    .select('id')
    .where('team_id', '=', scope.teamId)
    .where('is_primary', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The hosts at which a channel answers, its default one first: of its own those that are proven. */
export async function listHosts(tx: Tx, channelId: string): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select default_playback_domain as host, 0 as place from playback_channels where id = ${channelId}
    union all select host, 1 from playback_domains
      where channel_id = ${channelId} and proven_at is not null
    order by place, host`.execute(tx);
  return rows.map(({ host }) => host);
}

/** The one host at which the team's players ask for licences. */
export async function findLicenceHost(
  db: Db | Tx,
  { teamId }: Pick<TeamScope, 'teamId'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('drm_configs')
    .select('licence_host')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.licence_host ?? null;
}

/** The keys that sign for a channel. */
export async function listChannelKeyIds(tx: Tx, channelId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('playback_channel_keys')
    .select('key_id')
    .where('channel_id', '=', channelId)
    .limit(MAX_CHANNEL_KEYS + 1)
    .execute();
  return rows.map(({ key_id }) => key_id);
}

/** Finds the id of a key that signs for a channel by either of its ids, the internal or the public one. */
export async function findChannelKey(
  tx: Tx,
  { teamId }: TeamScope,
  { id, keyId }: { id: string; keyId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('playback_channel_keys as ck')
    .innerJoin('url_signing_keys as k', 'k.id', 'ck.key_id')
    .select('k.id')
    .where('ck.team_id', '=', teamId)
    .where('ck.channel_id', '=', id)
    .where(sql<boolean>`(k.id::text = ${keyId.toLowerCase()} or k.key_id = ${keyId})`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The domains of the channels that a project's videos play on, in the order of their names. */
export async function listDomains(
  db: Db,
  teamId: string,
  channelIds: readonly string[],
): Promise<string[]> {
  if (channelIds.length === 0) return [];
  const rows = await db
    .selectFrom('playback_channels')
    .select('default_playback_domain')
    .where('team_id', '=', teamId)
    .where('id', 'in', channelIds)
    .orderBy('default_playback_domain')
    .execute();
  return rows.map((row) => row.default_playback_domain);
}
