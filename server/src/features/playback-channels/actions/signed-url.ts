import { MAX_CHANNEL_KEYS } from '@kinora/contract/playback-channels';
import { lockReferenced } from '../../../base/referenced-rows.ts';
import type { Tx } from '../../../base/db.ts';
import { AppError, invalidField, notFound } from '../../../base/errors.ts';
import type { TeamPermit } from '../../../base/team-permit.ts';
import { changeChannel, lockChannel } from '../actions.ts';
import { announceSeenChange, readSettings } from './announce-change.ts';
import { findChannelKey, listChannelKeyIds } from '../queries.ts';

/** @throws AppError not_found, limit_reached, validation_failed */
export async function addKeys(
  tx: Tx,
  permit: TeamPermit,
  { id, keyIds }: { id: string; keyIds: readonly string[] },
): Promise<void> {
  const { team } = permit;
  await lockChannel(tx, permit, id);
  const known = await lockReferenced(tx, 'url_signing_keys', team, keyIds);
  const fields = keyIds.flatMap((keyId, index) =>
    known.has(keyId.toLowerCase())
      ? []
      : { path: `urlSigningKeyIds.${index}`, code: 'unknown', message: 'There is no such key' },
  );
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  const before = await readSettings(tx, id);
  if (known.size > 0) {
    await tx
      .insertInto('playback_channel_keys')
      .values([...known].map((keyId) => ({ team_id: team.teamId, channel_id: id, key_id: keyId })))
      .onConflict((conflict) => conflict.columns(['channel_id', 'key_id']).doNothing())
      .execute();
  }
  if ((await listChannelKeyIds(tx, id)).length > MAX_CHANNEL_KEYS)
    throw new AppError('limit_reached');
  await announceSeenChange(tx, { teamId: permit.team.teamId, channelId: id }, before);
}

/** @throws AppError not_found, signed-url-required */
export async function removeKey(
  tx: Tx,
  permit: TeamPermit,
  { id, keyId }: { id: string; keyId: string },
): Promise<void> {
  const { isSignatureRequired } = await lockChannel(tx, permit, id);
  const found = await findChannelKey(tx, permit.team, { id, keyId });
  if (found === null) throw notFound('urlSigningKey');
  const keyIds = await listChannelKeyIds(tx, id);
  if (isSignatureRequired && keyIds.length === 1) throw new AppError('signed-url-required');
  const before = await readSettings(tx, id);
  await tx
    .deleteFrom('playback_channel_keys')
    .where('channel_id', '=', id)
    .where('key_id', '=', found)
    .execute();
  await announceSeenChange(tx, { teamId: permit.team.teamId, channelId: id }, before);
}

/** @throws AppError not_found, validation_failed */
export async function setSignedUrl(
  tx: Tx,
  permit: TeamPermit,
  input: { id: string; required: boolean; acceptsArkV2?: boolean | undefined },
): Promise<void> {
  const { id, required, acceptsArkV2 } = input;
  await lockChannel(tx, permit, id);
  if (required && (await listChannelKeyIds(tx, id)).length === 0)
    throw invalidField('required', 'signed_url_needs_key', 'Add a URL signing key first');
  const columns = { signed_url_required: required, accepts_ark_v2: acceptsArkV2 };
  await changeChannel(tx, permit, id, columns);
}
