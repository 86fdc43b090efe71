import type { Db, Tx } from '../../../base/db.ts';
import { seal, unseal } from '../../../base/secrets.ts';
import { announceKeyNeeded } from '../../pieces/actions/announce.ts';
import { pausePiece, wakePaused } from '../../pieces/actions/pause.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { lockStream } from './segments.ts';

// The key of a stream that is encrypted whole, from when its server gave it until the last segment.

const getKeyPlace = (revisionKey: string) => `key of revision ${revisionKey}`;

/** Longer than the tries for a key take; a piece that is forgotten looks again by itself. */
const PAUSE_SECONDS = 600;

/** Finds the key; null as long as its server has not given it. */
export async function findStreamKey(
  db: Db | Tx,
  secretKey: string,
  revisionKey: string,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('revision_keys')
    .select('sealed_key')
    .where('revision_key', '=', revisionKey)
    .executeTakeFirst();
  return row ? unseal(secretKey, getKeyPlace(revisionKey), row.sealed_key) : null;
}

/**
 * Lets a piece pause until the key is there. The revision is locked, as it is where a key is recorded, so
 * that none is recorded between the look and the pause.
 */
export async function pauseForKey(tx: Tx, secretKey: string, piece: ClaimedPiece): Promise<void> {
  await lockStream(tx, piece.revisionKey);
  const isThere = (await findStreamKey(tx, secretKey, piece.revisionKey)) !== null;
  await pausePiece(tx, piece, isThere ? 0 : PAUSE_SECONDS);
  if (!isThere) await announceKeyNeeded(tx, piece.revisionKey);
}

/**
 * Records the key, and the address where players ask for it; the first one stays. Pieces that paused for
 * it go on.
 */
export async function recordStreamKey(
  tx: Tx,
  secretKey: string,
  revisionKey: string,
  { key, uri }: { key: Buffer; uri: string },
): Promise<void> {
  const found = await lockStream(tx, revisionKey);
  if (!found) return;
  if (found.keyUri === null) await changeRevision(tx, revisionKey, { key_uri: uri });
  await changeRevision(tx, revisionKey, { failure_detail: null }, { from: ['processing'] });
  await tx
    .insertInto('revision_keys')
    .values({
      revision_key: revisionKey,
      sealed_key: seal(secretKey, getKeyPlace(revisionKey), key),
    })
    .onConflict((conflict) => conflict.column('revision_key').doNothing())
    .execute();
  await wakePaused(tx, revisionKey);
}

/** Keeps why the last request gave no key, to be shown, and as the reason when tries run out. */
export async function recordKeyProblem(tx: Tx, revisionKey: string, detail: string): Promise<void> {
  await changeRevision(tx, revisionKey, { failure_detail: detail }, { from: ['processing'] });
}

/** Forgets the key of a stream that is encrypted completely, or whose plan is discarded. */
export async function forgetStreamKey(tx: Tx, revisionKey: string): Promise<void> {
  await tx.deleteFrom('revision_keys').where('revision_key', '=', revisionKey).execute();
}
