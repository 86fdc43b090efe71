import type { Tx } from '../../../base/db.ts';
import { failWaiting } from '../../pieces/actions/pause.ts';
import { giveUpPieces } from './piece-ends.ts';
import { lockStream } from './segments.ts';

/** No key came: nothing is stored without one. A retry asks again. */
export async function giveUpKey(tx: Tx, revisionKey: string, detail?: string): Promise<void> {
  const found = await lockStream(tx, revisionKey);
  if (!found || (await hasKey(tx, revisionKey))) return;
  const row = await tx
    .selectFrom('revisions')
    .select('failure_detail')
    .where('key', '=', revisionKey)
    .executeTakeFirst();
  const reason = 'key_unavailable' as const;
  const problem = { reason, detail: detail ?? row?.failure_detail ?? '', isFinal: true };
  await failWaiting(tx, revisionKey, problem);
  await giveUpPieces(tx, found, problem);
}

async function hasKey(tx: Tx, revisionKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('revision_keys')
    .select('revision_key')
    .where('revision_key', '=', revisionKey)
    .executeTakeFirst();
  return row !== undefined;
}
