import { randomBytes } from 'node:crypto';
import type { DrmService, FairplayHdcp, WidevineHdcp } from '@kinora/contract/drm-outputs';
import { getDrmPlace } from '@kinora/contract/published';
import { sql, type Updateable } from 'kysely';
import { isAllowedEndpoint } from '../../../base/allowed-endpoint.ts';
import type { Database } from '../../../base/database-types.ts';
import { diff } from '../../../base/changes.ts';
import { lockByName, type Tx } from '../../../base/db.ts';
import { AppError, invalidField, notFound } from '../../../base/errors.ts';
import { announce } from '../../../base/events.ts';
import type { TeamScope } from '../../../base/request.ts';
import { seal } from '../../../base/secrets.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { setChannelsDrm } from '../../playback-channels/actions.ts';
import { drmConfigChanged } from '../events.ts';
import { countMultiDrmVideos, listActiveChannels } from '../queries.ts';
import { readFairplayApart } from '../adapter/fairplay.ts';
import type { FairplayFiles } from '../rules/fairplay.ts';
import { toSecretBytes } from '../rules/secret-bytes.ts';

/** `create`: there must be none yet; `change`: there must be one. */
export type Wanted = 'create' | 'change';
type Config = { secrets: { secretKey: string }; allowPrivateNetworks: readonly string[] };
type Columns = Updateable<Database['drm_configs']>;

/** Locks a team's services until the transaction ends, so that changes come one after the other. */
export async function lockServices(
  tx: Tx,
  { team }: Pick<TeamPermit, 'team'>,
): Promise<Record<DrmService, boolean>> {
  // There is no row before the first one.
  await lockByName(tx, `drm services of ${team.teamId}`);
  const row = await tx
    .selectFrom('drm_configs')
    .select(['fairplay_service_name', 'widevine_service_name', 'playready_service_name'])
    .where('team_id', '=', team.teamId)
    .forUpdate()
    .executeTakeFirst();
  return {
    fairplay: typeof row?.fairplay_service_name === 'string',
    widevine: typeof row?.widevine_service_name === 'string',
    playready: typeof row?.playready_service_name === 'string',
  };
}

/** @throws AppError drm_already_set_up, not_found */
async function lockService(
  tx: Tx,
  permit: TeamPermit,
  service: DrmService,
  wanted: Wanted,
): Promise<void> {
  const services = await lockServices(tx, permit);
  if (wanted === 'create' && services[service]) throw new AppError('drm_already_set_up');
  if (wanted === 'change' && !services[service]) throw notFound('drmService');
}

/** Changes a locked configuration. Columns with the value undefined are left as they are. */
export async function setColumns(tx: Tx, { team }: TeamPermit, columns: Columns): Promise<void> {
  const { teamId } = team;
  const before = await tx
    .selectFrom('drm_configs')
    .selectAll()
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable('drm_configs')
    .set({ ...columns, updated_at: new Date() })
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    await tx
      .insertInto('drm_configs')
      .values({ ...columns, team_id: teamId })
      .execute();
  const changes = diff(before ?? {}, columns);
  await announce(tx, drmConfigChanged, { teamId, projectId: null, key: teamId, changes });
}

type FairplayInput = { [File in keyof FairplayFiles | 'ask']?: string | undefined } & {
  serviceName: string;
  hdcpType: FairplayHdcp;
};

const FILES = ['certificate', 'privateKey', 'ask'] as const;

/** The parsed files from Apple; null when none were given. */
export type FairplaySecrets = {
  certificate: Buffer;
  privateKey: Buffer;
  ask: Buffer;
  expiresAt: Date;
} | null;

/**
 * Reads FairPlay's files. This may take a second or more, so call it before a transaction begins.
 *
 * @throws AppError validation_failed, unavailable
 */
export async function readFairplaySecrets(input: FairplayInput): Promise<FairplaySecrets> {
  const { certificate, privateKey, ask, privateKeyPassphrase } = input;
  if (certificate === undefined || privateKey === undefined || ask === undefined) {
    const missing = FILES.filter((field) => input[field] === undefined);
    if (missing.length === FILES.length) return null;
    const message = 'Certificate, private key and ASk change together';
    const fields = missing.map((path) => ({ path, code: 'required', message }));
    throw new AppError('validation_failed', { fields });
  }
  const files = { certificate, privateKey, privateKeyPassphrase };
  const read = await readFairplayApart(files, new Date());
  if ('problem' in read) throw new AppError('validation_failed', { fields: [read.problem] });
  return { ...read, ask: Buffer.from(ask, 'hex') };
}

/** @throws AppError drm_already_set_up, not_found */
export async function setFairplay(
  tx: Tx,
  permit: TeamPermit,
  {
    input,
    secrets,
    wanted,
    config,
  }: { input: FairplayInput; secrets: FairplaySecrets; wanted: Wanted; config: Config },
): Promise<void> {
  await lockService(tx, permit, 'fairplay', wanted);
  await setColumns(tx, permit, {
    fairplay_service_name: input.serviceName,
    fairplay_hdcp: input.hdcpType,
    ...(secrets && toFairplayColumns(permit.team, secrets, config)),
  });
}

function toFairplayColumns(
  { teamId }: TeamScope,
  { certificate, privateKey, ask, expiresAt }: NonNullable<FairplaySecrets>,
  { secrets: { secretKey } }: Config,
) {
  return {
    fairplay_certificate: certificate,
    fairplay_expires_at: expiresAt,
    fairplay_expiry_notified_at: null,
    fairplay_sealed_private_key: seal(
      secretKey,
      getDrmPlace(teamId, 'fairplay private key'),
      privateKey,
    ),
    fairplay_sealed_ask: seal(secretKey, getDrmPlace(teamId, 'fairplay ask'), ask),
  };
}

type WidevineInput = {
  serviceName: string;
  provider: string;
  licenseUrl: string;
  emeLevel: number;
  hdcp: WidevineHdcp;
  signingKey?: string | undefined;
  signingIv?: string | undefined;
};

/** @throws AppError drm_already_set_up, not_found, validation_failed */
export async function setWidevine(
  tx: Tx,
  permit: TeamPermit,
  { input, wanted, config }: { input: WidevineInput; wanted: Wanted; config: Config },
): Promise<void> {
  requireAllowedUrl(input.licenseUrl, config);
  await lockService(tx, permit, 'widevine', wanted);
  const { serviceName, provider, licenseUrl, emeLevel, hdcp, signingKey, signingIv } = input;
  const { teamId } = permit.team;
  const { secretKey } = config.secrets;
  await setColumns(tx, permit, {
    widevine_service_name: serviceName,
    widevine_provider: provider,
    widevine_license_url: licenseUrl,
    widevine_eme_level: emeLevel,
    widevine_hdcp: hdcp,
    ...(signingKey !== undefined && {
      widevine_sealed_signing_key: seal(
        secretKey,
        getDrmPlace(teamId, 'widevine signing key'),
        toSecretBytes(signingKey),
      ),
    }),
    ...(signingIv !== undefined && {
      widevine_sealed_signing_iv: seal(
        secretKey,
        getDrmPlace(teamId, 'widevine signing iv'),
        toSecretBytes(signingIv),
      ),
    }),
  });
}

/** @throws AppError not_found */
export async function setWidevineHdcp(
  tx: Tx,
  permit: TeamPermit,
  hdcp: WidevineHdcp,
): Promise<void> {
  await lockService(tx, permit, 'widevine', 'change');
  await setColumns(tx, permit, { widevine_hdcp: hdcp });
}

type PlayreadyInput = { serviceName: string; licenseUrl: string; secret?: string | undefined };

const PLAYREADY_SECRET_BYTES = 32;

/**
 * @returns the secret that was made, in hexadecimal; null where none was
 * @throws AppError drm_already_set_up, not_found, validation_failed
 */
export async function setPlayready(
  tx: Tx,
  permit: TeamPermit,
  { input, wanted, config }: { input: PlayreadyInput; wanted: Wanted; config: Config },
): Promise<string | null> {
  requireAllowedUrl(input.licenseUrl, config);
  await lockService(tx, permit, 'playready', wanted);
  const made =
    wanted === 'create' && input.secret === undefined
      ? randomBytes(PLAYREADY_SECRET_BYTES).toString('hex')
      : null;
  const secret = made ?? input.secret;
  const place = getDrmPlace(permit.team.teamId, 'playready secret');
  await setColumns(tx, permit, {
    playready_service_name: input.serviceName,
    playready_license_url: input.licenseUrl,
    ...(secret !== undefined && {
      playready_sealed_secret: seal(config.secrets.secretKey, place, toSecretBytes(secret)),
    }),
  });
  return made;
}

/**
 * Ends a service. The last one stays while videos need it: they would play nowhere any more. Once it
 * goes, no channel is active and players have no host for licences, so that a service that is set up later is given nowhere by surprise.
 *
 * @throws AppError not_found, drm_in_use, drm_is_default
 */
export async function removeService(
  tx: Tx,
  permit: TeamPermit,
  service: DrmService,
): Promise<void> {
  const { [service]: isThere, ...others } = await lockServices(tx, permit);
  if (!isThere) throw notFound('drmService');
  const isLast = !Object.values(others).some(Boolean);
  const active = isLast ? (await listActiveChannels(tx, permit.team)).map(({ id }) => id) : [];
  await requireNoDefault(tx, permit.team, active);
  const videoCount = isLast ? await countMultiDrmVideos(tx, permit.team) : 0;
  if (videoCount > 0) throw new AppError('drm_in_use', { members: { videoCount } });
  await setColumns(tx, permit, { ...NONE[service], ...(isLast && { licence_host: null }) });
  if (isLast) await setChannelsDrm(tx, permit, active, false);
}

/**
 * Refuses to end services of channels whose default is multi-DRM: new videos there could not be watched.
 *
 * @throws AppError drm_is_default
 */
export async function requireNoDefault(
  tx: Tx,
  { teamId }: TeamScope,
  channelIds: readonly string[],
): Promise<void> {
  const found = await tx
    .selectFrom('playback_channels')
    .select('id')
    .where('team_id', '=', teamId)
    .where('default_drm_model', '=', 'multiDrm')
    .where(sql<boolean>`id = any(${channelIds}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  if (found) throw new AppError('drm_is_default');
}

const NONE: Record<DrmService, Columns> = {
  fairplay: {
    fairplay_service_name: null,
    fairplay_certificate: null,
    fairplay_expires_at: null,
    fairplay_sealed_private_key: null,
    fairplay_sealed_ask: null,
    fairplay_hdcp: null,
    fairplay_expiry_notified_at: null,
  },
  widevine: {
    widevine_service_name: null,
    widevine_provider: null,
    widevine_license_url: null,
    widevine_sealed_signing_key: null,
    widevine_sealed_signing_iv: null,
    widevine_eme_level: null,
    widevine_hdcp: null,
  },
  playready: {
    playready_service_name: null,
    playready_license_url: null,
    playready_sealed_secret: null,
  },
};

/** @throws AppError validation_failed */
function requireAllowedUrl(licenseUrl: string, config: Config): void {
  if (isAllowedEndpoint(licenseUrl, config)) return;
  throw invalidField('licenseUrl', 'https_required', 'Use an https: address');
}
