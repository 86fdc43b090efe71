import type { Db, Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { moveRevision } from '../../revisions/actions.ts';
import { releaseArrived } from '../../pieces/actions/arrival.ts';
import { notifyHeads } from '../../uploads/actions/heads.ts';
import { planJob, planArrivingJob } from '../jobs.ts';
import { releasePlanned } from './record-plan.ts';

/** Queues the check of a complete file, in the transaction that records its last byte. */
export async function beginIngression(tx: Tx, revisionKey: string): Promise<void> {
  // Planned while it arrived: the pieces that waited for the last bytes may be taken now.
  if (await releasePlanned(tx, revisionKey)) return;
  const from = ['sourceWaiting'] as const;
  const moved = await moveRevision(tx, revisionKey, 'sourceIngression', {}, { from });
  if (moved) await enqueue(tx, planJob, { revisionKey }, { group: moved.teamId });
}

/** Queues the planning of a file whose beginning has arrived, so that it plays while the rest arrives. */
export async function queuePartialPlan(tx: Tx, revisionKey: string): Promise<void> {
  await enqueue(tx, planArrivingJob, { revisionKey });
}

/** Lets pieces and plans go on that waited for more bytes of their files. */
export async function takeArrived(db: Db): Promise<void> {
  await releaseArrived(db);
  await notifyHeads(db, queuePartialPlan);
}
