import { randomBytes } from 'node:crypto';
import { DEFAULT_SECRET_HEADER } from '@kinora/contract/bounds';
import { type KeyServerTest, MAX_KEY_SERVERS } from '@kinora/contract/key-servers';
import type { UseKind } from '@kinora/contract/uses';
import { sql } from 'kysely';
import { isAllowedEndpoint } from '../../base/allowed-endpoint.ts';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { isUuid, newId } from '../../base/ids.ts';
import { retryNow } from '../../base/jobs.ts';
import type { TeamScope } from '../../base/request.ts';
import { seal } from '../../base/secrets.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { requireRoom, toFacts } from '../../base/team-rows.ts';
import { isUsed } from '../../base/uses.ts';
import { keyServerChanged, keyServerCreated, keyServerDeleted } from './events.ts';
import { requestKeyJob } from './jobs.ts';
import { findKeyServer } from './queries.ts';
import { getEncoderSecretPlace, getTokenSecretPlace } from './rules/requests.ts';

/** A field that is left out stays as it is, or is made. */
export type KeyServerInput = {
  name?: string | undefined;
  note?: string | undefined;
  encryption?:
    | {
        encodingEncryptionKeyRequestApiEndpoint?: string | null | undefined;
        playbackEncryptionKeyRequestApiEndpoint?: string | null | undefined;
      }
    | undefined;
  encoderSecret?: string | undefined;
  tokenSecret?: string | undefined;
  secretHeaderName?: string | undefined;
};

type Config = { secrets: { secretKey: string }; allowPrivateNetworks: readonly string[] };

/** @returns its id @throws AppError limit_reached, validation_failed */
export async function createKeyServer(
  tx: Tx,
  { team }: TeamPermit,
  input: KeyServerInput & { name: string },
  config: Config,
): Promise<string> {
  await requireRoom(tx, 'key_servers', team, MAX_KEY_SERVERS);
  const id = newId();
  const { name, encoderSecret = createSecret(), tokenSecret = createSecret() } = input;
  const { secretHeaderName = DEFAULT_SECRET_HEADER } = input;
  await tx
    .insertInto('key_servers')
    .values({
      id,
      team_id: team.teamId,
      name,
      secret_header_name: secretHeaderName,
      note: input.note ?? '',
      ...toEndpoints(input, config),
      sealed_encoder_secret: sealText(config, getEncoderSecretPlace(id), encoderSecret),
      sealed_token_secret: sealText(config, getTokenSecretPlace(id), tokenSecret),
    })
    .execute();
  await announce(tx, keyServerCreated, toFacts(team, id, name));
  return id;
}

const createSecret = () => randomBytes(32).toString('base64url');

/**
 * Changes a server. A test of the old endpoints or secrets proves nothing about new ones, so the server is
 * inactive until it is tested again; videos that need a key wait for that.
 *
 * @throws AppError not_found, validation_failed
 */
export async function updateKeyServer(
  tx: Tx,
  { team }: TeamPermit,
  id: string,
  input: KeyServerInput,
  config: Config,
): Promise<void> {
  const before = await lockKeyServer(tx, team, id);
  const { encoderSecret, tokenSecret } = input;
  const columns = {
    name: input.name,
    note: input.note,
    secret_header_name: input.secretHeaderName,
    ...toEndpoints(input, config),
    ...(encoderSecret === undefined
      ? {}
      : { sealed_encoder_secret: sealText(config, getEncoderSecretPlace(id), encoderSecret) }),
    ...(tokenSecret === undefined
      ? {}
      : { sealed_token_secret: sealText(config, getTokenSecretPlace(id), tokenSecret) }),
  };
  const { encoding_endpoint: encoding, playback_endpoint: playback } = columns;
  const { secret_header_name: header } = columns;
  const isOther =
    (encoding !== undefined && encoding !== before.encoding_endpoint) ||
    (playback !== undefined && playback !== before.playback_endpoint) ||
    (header !== undefined && header !== before.secret_header_name) ||
    encoderSecret !== undefined ||
    tokenSecret !== undefined;
  await tx
    .updateTable('key_servers')
    .set({ ...columns, updated_at: new Date() })
    .$if(isOther, (query) =>
      query.set({
        version: sql`version + 1`,
        test: null,
        tested_at: null,
        is_active: false,
      }),
    )
    .where('id', '=', id)
    .execute();
  const changes = diff(before, { ...columns, ...(isOther && { is_active: false, test: null }) });
  const facts = toFacts(team, id, input.name ?? before.name);
  await announce(tx, keyServerChanged, { ...facts, changes });
}

/** @throws AppError not_found, key_server_in_use */
export async function deleteKeyServer(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  const { name } = await lockKeyServer(tx, team, id);
  // The keys of videos are asked for again when they get new ones.
  await requireUnused(tx, team, id, ['preset', 'project', 'video']);
  await tx.deleteFrom('key_servers').where('id', '=', id).execute();
  await announce(tx, keyServerDeleted, toFacts(team, id, name));
}

/**
 * Keeps the result of a test of the saved settings; a test that began before their last change doesn't count.
 * An active server that fails stays in use: the failure may pass, and videos try for an hour. They try at
 * once when it answers as it should.
 */
export async function recordTest(
  tx: Tx,
  { team }: TeamPermit,
  { id, version }: { id: string; version: number },
  test: KeyServerTest,
): Promise<void> {
  const before = await findLocked(tx, team, id);
  if (before?.version !== version) return;
  await tx
    .updateTable('key_servers')
    .set({ test: JSON.stringify(test), tested_at: new Date() })
    .where('id', '=', id)
    .execute();
  if (test.isPassed) await retryNow(tx, requestKeyJob, team.teamId);
  const facts = toFacts(team, id, before.name);
  await announce(tx, keyServerChanged, { ...facts, changes: diff(before, { test }) });
}

/** @throws AppError not_found, key-server-not-tested */
export async function activateKeyServer(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  const before = await lockKeyServer(tx, team, id);
  const test = before.test as KeyServerTest | null;
  if (!test?.isPassed) throw new AppError('key-server-not-tested');
  await setActive(tx, team, before, true);
  await retryNow(tx, requestKeyJob, team.teamId);
}

/** @throws AppError not_found, key_server_in_use */
export async function deactivateKeyServer(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  const before = await lockKeyServer(tx, team, id);
  await requireUnused(tx, team, id, ['preset', 'project']);
  await setActive(tx, team, before, false);
}

async function setActive(
  tx: Tx,
  team: TeamScope,
  before: { id: string; name: string; is_active: boolean },
  isActive: boolean,
): Promise<void> {
  const columns = { is_active: isActive, updated_at: new Date() };
  await tx.updateTable('key_servers').set(columns).where('id', '=', before.id).execute();
  const changes = diff(before, { is_active: isActive });
  await announce(tx, keyServerChanged, { ...toFacts(team, before.id, before.name), changes });
}

/** A preset or a project that is about to take the server waits for its row. */
async function lockKeyServer(tx: Tx, team: TeamScope, id: string) {
  const row = isUuid(id) ? await findLocked(tx, team, id) : undefined;
  if (!row) throw notFound('keyServer');
  return row;
}

function findLocked(tx: Tx, { teamId }: TeamScope, id: string) {
  return tx
    .selectFrom('key_servers')
    .select(['id', 'version', 'name', 'note', 'encoding_endpoint', 'playback_endpoint'])
    .select(['secret_header_name', 'sealed_encoder_secret', 'sealed_token_secret'])
    .select(['is_active', 'test'])
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** @throws AppError key_server_in_use */
async function requireUnused(tx: Tx, team: TeamScope, id: string, by: UseKind[]): Promise<void> {
  const found = await findKeyServer(tx, team, id);
  const uses = (found?.uses ?? []).filter(({ kind }) => by.includes(kind));
  if (isUsed(uses)) throw new AppError('key_server_in_use', { members: { uses } });
}

const sealText = (config: Config, place: string, secret: string) =>
  seal(config.secrets.secretKey, place, Buffer.from(secret));

/** @throws AppError validation_failed */
function toEndpoints({ encryption = {} }: KeyServerInput, config: Config) {
  const fields = Object.entries(encryption).flatMap(([name, endpoint]) =>
    typeof endpoint === 'string' && !isAllowedEndpoint(endpoint, config)
      ? { path: `encryption.${name}`, code: 'https_required', message: 'Use an https: address' }
      : [],
  );
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  return {
    encoding_endpoint: encryption.encodingEncryptionKeyRequestApiEndpoint,
    playback_endpoint: encryption.playbackEncryptionKeyRequestApiEndpoint,
  };
}
