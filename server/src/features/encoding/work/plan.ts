import type { Context } from '../../../base/context.ts';
import { defineWork, type JobRun } from '../../../base/jobs.ts';
import {
  claimRevision,
  giveUpRevision,
  nameRemuxed,
  recordAttemptFailure,
  recordProbeError,
} from '../actions/plan-attempts.ts';
import { recordPlan } from '../actions/record-plan.ts';
import { releaseArrived } from '../../pieces/actions/arrival.ts';
import { planArrivingJob, planJob } from '../jobs.ts';
import { planArriving, planSource } from './plan-source.ts';
import { reportFailed } from './report.ts';
import { toProblem, type Problem } from './problem.ts';
import { findArrivedFile } from '../../uploads/queries.ts';
import { findEncodingTask } from '../queries/task.ts';
import { MAX_FAILURES } from '../../pieces/rules/pieces.ts';

export const planWork = defineWork(planJob, {
  handle: async (context, { revisionKey }, run) => {
    const isClaimed = await context.db
      .transaction()
      .execute((tx) => claimRevision(tx, revisionKey, run.token));
    const task = isClaimed ? await findEncodingTask(context.db, revisionKey) : null;
    if (!task) return;
    try {
      const nameWork = (key: string) =>
        context.db.transaction().execute((tx) => nameRemuxed(tx, revisionKey, run.token, key));
      const planned = await planSource(context.storage, task, { signal: run.signal }, nameWork);
      await context.db.transaction().execute((tx) => recordPlan(tx, run.token, planned));
    } catch (error) {
      if (run.signal.aborted) throw error;
      const problem = toProblem(error);
      context.log.info({ err: error, revisionKey, reason: problem.reason }, 'check failed');
      const end = await recordProblem(context, revisionKey, run, problem);
      if (end === 'again') throw error;
      if (end === 'given up') await reportFailed(context, revisionKey, problem);
    }
  },
  giveUp: async ({ db }, { revisionKey }) =>
    db.transaction().execute((tx) => giveUpRevision(tx, revisionKey)),
});

export const planArrivingWork = defineWork(planArrivingJob, {
  handle: async ({ db, storage, log }, { revisionKey }, { signal }) => {
    const task = await findEncodingTask(db, revisionKey);
    const file = task?.plan === null ? await findArrivedFile(db, revisionKey) : null;
    if (!task || !file) return;
    try {
      const planned = await planArriving(storage, task, file, { signal });
      if (planned) await db.transaction().execute((tx) => recordPlan(tx, null, planned));
      // More bytes may have come in the meantime.
      await releaseArrived(db);
    } catch (error) {
      log.info({ err: error, revisionKey }, 'not planned while it arrives');
    }
  },
});

async function recordProblem(
  { db }: Context,
  revisionKey: string,
  run: JobRun,
  { reason, detail, probeErrorType, isFinal, isTransient = false }: Problem,
): Promise<'again' | 'given up' | 'overtaken'> {
  return db.transaction().execute(async (tx) => {
    const failures = await recordAttemptFailure(tx, revisionKey, run.token, { reason, detail });
    // Another attempt has taken over: it is not ours to end.
    if (failures === 0) return 'overtaken';
    if (!isFinal && (isTransient || failures < MAX_FAILURES)) return 'again';
    if (probeErrorType) {
      const error = { type: probeErrorType, reason, detail };
      await recordProbeError(tx, revisionKey, run.token, error);
    } else {
      await giveUpRevision(tx, revisionKey, run.token);
    }
    return 'given up';
  });
}
