import { randomBytes } from 'node:crypto';
import { MAX_URL_SIGNING_KEYS } from '@kinora/contract/url-signing-keys';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId, newKey } from '../../base/ids.ts';
import { seal } from '../../base/secrets.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { lockRow, requireRoom, toFacts } from '../../base/team-rows.ts';
import { urlSigningKeyCreated, urlSigningKeyDeleted } from './events.ts';
import { listChannelsOf } from './queries.ts';
import { getSecretPlace } from './rules.ts';

const KEY_ID_LENGTH = 20;

/**
 * The text of the secret signs, not the bytes that it stands for: signers take it as it is shown.
 *
 * @throws AppError limit_reached
 */
export async function createUrlSigningKey(
  tx: Tx,
  { team }: TeamPermit,
  secretKey: string,
): Promise<{ id: string; keyId: string; keySecret: string; createdAt: string }> {
  await requireRoom(tx, 'url_signing_keys', team, MAX_URL_SIGNING_KEYS);
  const id = newId();
  const keyId = newKey(KEY_ID_LENGTH);
  const keySecret = randomBytes(32).toString('base64url');
  const sealed = seal(secretKey, getSecretPlace(keyId), Buffer.from(keySecret));
  const row = await tx
    .insertInto('url_signing_keys')
    .values({ id, team_id: team.teamId, key_id: keyId, sealed_secret: sealed })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await announce(tx, urlSigningKeyCreated, toFacts(team, id, keyId));
  return { id, keyId, keySecret, createdAt: row.created_at.toISOString() };
}

/** @throws AppError not_found, url-signing-key-in-use */
export async function deleteUrlSigningKey(tx: Tx, { team }: TeamPermit, id: string): Promise<void> {
  // A channel that is about to take the key waits for its row, and finds it gone.
  const { key_id: keyId } = await lockRow(tx, 'url_signing_keys', team, {
    id,
    item: 'urlSigningKey',
    columns: ['key_id'],
  });
  const domains = await listChannelsOf(tx, team, id);
  if (domains.length > 0) throw new AppError('url-signing-key-in-use', { members: { domains } });
  await tx.deleteFrom('url_signing_keys').where('id', '=', id).execute();
  await announce(tx, urlSigningKeyDeleted, toFacts(team, id, keyId));
}
