import { PgBoss, type Job as BossJob } from 'pg-boss';
import { ConfigError } from './config.ts';
import { nameGivenUpQueue, type JobOptions, type Work } from './jobs.ts';
import type { Context } from './context.ts';

export type RunningWorker = {
  /**
   * Takes no more jobs and waits for those that run; after `limitMs` their signals are aborted
   * and they go back to the queue for another worker.
   */
  stop: (limitMs: number) => Promise<void>;
};

type Handle = (context: Context, job: BossJob) => Promise<void>;

/**
 * Does the given work until stopped. The queues of its jobs must have been installed.
 *
 * @param options.supervises whether it also looks after jobs of workers that fell silent
 */
export async function startWorker(
  works: readonly Work[],
  context: Context,
  { supervises = true }: { supervises?: boolean } = {},
): Promise<RunningWorker> {
  const { databasePooling, secrets } = context.config;
  const { databaseUrl } = secrets;
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is needed to run a worker');
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'kinora worker',
    max: 4,
    // A listener needs a session of its own.
    useListenNotify: databasePooling === 'session',
    schedule: false,
    migrate: supervises,
    supervise: supervises,
    // Both bound how soon a killed worker's silence is seen: its job runs again after some 15 s.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // No job of ours waits for another one.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', (error) => context.log.warn({ err: error }, 'queue trouble'));
  boss.on('warning', ({ message, data }) => context.log.warn({ data }, message));
  await boss.start();
  for (const work of works) {
    const { job } = work;
    await listen(boss, context, job.name, job.options, (app, { data, id, retryCount, signal }) =>
      work.handle(app, job.payload.parse(data), { signal, token: { id, retryCount } }),
    );
    if (!work.giveUp) continue;
    await listen(boss, context, nameGivenUpQueue(job), {}, async (app, { data }) =>
      work.giveUp?.(app, job.payload.parse(data)),
    );
  }
  return { stop: (limitMs) => boss.stop({ graceful: true, timeout: limitMs }) };
}

/** Where nobody can be told of new jobs: a change of a rule is live within a second all the same. */
const POLL_SECONDS = 0.5;

/** Starts one fetching loop for each job that may run at once. */
async function listen(
  boss: PgBoss,
  context: Context,
  queue: string,
  { concurrency = 1, groupConcurrency }: JobOptions,
  handle: Handle,
) {
  const hasNotices = context.config.databasePooling === 'session';
  const ids: string[] = [];
  for (let loop = 0; loop < concurrency; loop += 1) {
    // Notices tell of new jobs. The first loop also looks for those whose time has come, and wakes the
    // next one when there is one; the others look in case it has a long one.
    const settings = {
      heartbeatRefreshSeconds: 3,
      ...(hasNotices
        ? { notifyPollingIntervalSeconds: loop === 0 ? 5 : 20, pollingIntervalSeconds: 2 }
        : { pollingIntervalSeconds: POLL_SECONDS }),
      ...(groupConcurrency ? { groupConcurrency } : {}),
    };
    const id = await boss.work<object>(queue, settings, async ([job]) => {
      // Else the loop sleeps out its interval after each job, however many wait.
      boss.notifyWorker(id);
      const next = ids[(loop + 1) % ids.length];
      if (next) boss.notifyWorker(next);
      if (job) await runLogged(context, queue, job, handle);
    });
    ids.push(id);
  }
}

/** One wide event for each attempt; a throw is the queue's to retry. */
async function runLogged(context: Context, queue: string, job: BossJob, handle: Handle) {
  const log = context.log.child({ job: queue, jobId: job.id, retryCount: job.retryCount });
  const start = performance.now();
  const ms = () => Math.round(performance.now() - start);
  try {
    await handle({ ...context, log }, job);
    log.info({ ms: ms() }, 'job done');
  } catch (error) {
    log.warn({ ms: ms(), err: error }, job.signal.aborted ? 'job broken off' : 'job failed');
    throw error;
  }
}
