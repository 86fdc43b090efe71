import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';
import { queuePartialPlan, beginIngression } from './ingression.ts';
import {
  listAbandonedRevisions,
  isAbandoned,
  leaveToAnyEncoder,
} from '../../pieces/actions/encoders.ts';
import { forgetPlan } from './forget-plan.ts';

const MAX_AT_ONCE = 100;

/** Forgets a plan with all that is made of it, and has the source planned again. */
export async function replan(tx: Tx, revisionKey: string): Promise<void> {
  await forgetPlan(tx, revisionKey);
  const { isWhole } = await tx
    .selectFrom('revisions')
    .select(sql<boolean>`upload_completed_at is not null`.as('isWhole'))
    .where('key', '=', revisionKey)
    .executeTakeFirstOrThrow();
  await (isWhole ? beginIngression : queuePartialPlan)(tx, revisionKey);
}

/**
 * Plans revisions again whose encoder is gone, for one that is there. A completed video keeps its plan, as it
 * plays: any encoder may make what is left, which is made on request.
 *
 * @returns how many revisions waited
 */
export async function planAbandoned(db: Db): Promise<number> {
  let count = 0;
  for (let keys: string[]; ; count += keys.length) {
    keys = await listAbandonedRevisions(db, MAX_AT_ONCE);
    if (keys.length === 0) return count;
    for (const key of keys) await db.transaction().execute((tx) => takeOver(tx, key));
  }
}

async function takeOver(tx: Tx, revisionKey: string): Promise<void> {
  const row = await tx
    .selectFrom('revisions')
    .select('state')
    .where('key', '=', revisionKey)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(await isAbandoned(tx, revisionKey))) return;
  if (row.state === 'processing' || row.state === 'partiallyCompleted') {
    return replan(tx, revisionKey);
  }
  await leaveToAnyEncoder(tx, revisionKey);
}
