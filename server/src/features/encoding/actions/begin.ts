import type { Db, Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { moveRevision } from '../../revisions/actions.ts';
import { releaseArrived } from '../../pieces/actions/arrival.ts';
import { tellHeads } from '../../uploads/actions/heads.ts';
import { planJob, planArrivingJob } from '../jobs.ts';
import { forgetPlan } from './forget.ts';
import { releasePlanned } from './plan.ts';

/** The last byte is stored: the file is checked next. Runs in the transaction of that byte. */
export async function beginIngression(tx: Tx, revisionKey: string): Promise<void> {
  // Planned while it arrived: the pieces that waited for the last bytes may be taken now.
  if (await releasePlanned(tx, revisionKey)) return;
  const from = ['sourceWaiting'] as const;
  const moved = await moveRevision(tx, revisionKey, 'sourceIngression', {}, { from });
  if (moved) await enqueue(tx, planJob, { revisionKey }, { group: moved.teamId });
}

/** The beginning of a file has arrived: what can be played while it arrives is planned now. */
export async function beginArriving(tx: Tx, revisionKey: string): Promise<void> {
  await enqueue(tx, planArrivingJob, { revisionKey });
}

/** The upload was cancelled or expired: what was made of its beginning goes with it. */
export async function forgetArriving(tx: Tx, revisionKey: string): Promise<void> {
  await forgetPlan(tx, revisionKey);
}

/** More of some files has come: what waited for it may go on. */
export async function takeArrived(db: Db): Promise<void> {
  await releaseArrived(db);
  await tellHeads(db, beginArriving);
}
