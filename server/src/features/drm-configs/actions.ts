import { type JwtKey, MAX_JWT_KEYS } from '@kinora/contract/drm-configs';
import type { Tx } from '../../base/db.ts';
import { invalidField, notFound } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId, newKey } from '../../base/ids.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { requireRoom, toFacts } from '../../base/team-rows.ts';
import { jwtKeyCreated, jwtKeyDeleted } from './events.ts';
import { readPublicKey } from './rules.ts';

const KEY_ID_LENGTH = 20;

/** @throws AppError limit_reached, validation_failed for text that is not a public key for tokens */
export async function createJwtKey(
  tx: Tx,
  { team }: TeamPermit,
  { name, publicKey: given }: { name: string; publicKey: string },
): Promise<JwtKey> {
  const { teamId } = team;
  const read = readPublicKey(given);
  // The message never contains the input, which may be a private key.
  if ('problem' in read) throw invalidField('publicKey', read.problem, 'Not such a public key');
  await requireRoom(tx, 'drm_jwt_keys', team, MAX_JWT_KEYS);
  const { algorithm, publicKey } = read;
  const [id, keyId] = [newId(), newKey(KEY_ID_LENGTH)];
  const row = await tx
    .insertInto('drm_jwt_keys')
    .values({ id, team_id: teamId, key_id: keyId, name, algorithm, public_key: publicKey })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await announce(tx, jwtKeyCreated, toFacts(team, id, name));
  return { id, keyId, name, algorithm, createdAt: row.created_at.toISOString() };
}

/** @throws AppError not_found */
export async function deleteJwtKey(tx: Tx, { team }: TeamPermit, keyId: string): Promise<void> {
  const { teamId } = team;
  const row = await tx
    .deleteFrom('drm_jwt_keys')
    .where('team_id', '=', teamId)
    .where('key_id', '=', keyId)
    .returning(['id', 'name'])
    .executeTakeFirst();
  if (!row) throw notFound('jwtKey');
  await announce(tx, jwtKeyDeleted, toFacts(team, row.id, row.name));
}
