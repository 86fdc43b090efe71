import { sql } from 'kysely';
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
    // `lookAround` has it done when there is something to look after.
    supervise: false,
    monitorIntervalSeconds: LOOK_SECONDS,
    // No job of ours waits for another one.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', (error) => context.log.warn({ err: error }, 'queue trouble'));
  boss.on('warning', ({ message, data }) => context.log.warn({ data }, message));
  await boss.start();
  const firstLoops: FirstLoops = new Map();
  for (const work of works) {
    const { job } = work;
    const handle: Handle = (app, { data, id, retryCount, signal }) =>
      work.handle(app, job.payload.parse(data), { signal, token: { id, retryCount } });
    firstLoops.set(job.name, await listen(boss, context, job.name, job.options, handle));
    if (!work.giveUp) continue;
    const giveUp: Handle = async (app, { data }) => work.giveUp?.(app, job.payload.parse(data));
    const queue = nameGivenUpQueue(job);
    firstLoops.set(queue, await listen(boss, context, queue, {}, giveUp));
  }
  const stopLooking = lookAround(boss, context, firstLoops, supervises);
  return {
    async stop(limitMs) {
      await stopLooking();
      await boss.stop({ graceful: true, timeout: limitMs });
    },
  };
}

/** Queues with the loop that takes the first of their jobs. */
type FirstLoops = Map<string, string>;

/** Says how soon a job is begun whose time has come, and a killed worker's silence is seen. */
const LOOK_SECONDS = 5;
/** Ended jobs are cleared away, and queues counted, also where nothing runs. */
const MAX_SUPERVISED_SECONDS = 60;

/**
 * Looks for all queues at once, in one statement, for what no notice tells of: jobs whose time has come,
 * and jobs that run, since a worker that has one may fall silent.
 *
 * @returns what ends it
 */
function lookAround(
  boss: PgBoss,
  context: Context,
  firstLoops: FirstLoops,
  supervises: boolean,
): () => Promise<void> {
  let supervisedAt = performance.now();
  const look = async () => {
    const { due, isAnyActive } = await findWork(context, [...firstLoops.keys()]);
    for (const queue of due) boss.notifyWorker(firstLoops.get(queue) ?? '');
    const silentFor = (performance.now() - supervisedAt) / 1000;
    if (!supervises || (!isAnyActive && silentFor < MAX_SUPERVISED_SECONDS)) return;
    supervisedAt = performance.now();
    await boss.supervise();
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => context.log.warn({ err: error }, 'queue trouble'))
      .finally(() => (looking = undefined));
  }, LOOK_SECONDS * 1000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

async function findWork({ db }: Context, queues: string[]) {
  const { rows } = await sql<{ due: string[]; isAnyActive: boolean }>`
    select
      array(select q.name from unnest(${queues}::text[]) q (name) where exists (
        select from pgboss.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
      )) as due,
      exists (select from pgboss.job where state = 'active') as "isAnyActive"`.execute(db);
  return rows[0] ?? { due: [], isAnyActive: false };
}

/** Looks so often where nobody can be told of new jobs: a change of a rule is live within a second all the same. */
const POLL_SECONDS = 0.5;

/**
 * Starts one fetching loop for each job that may run at once.
 *
 * @returns the id of the first one
 */
async function listen(
  boss: PgBoss,
  context: Context,
  queue: string,
  { concurrency = 1, groupConcurrency }: JobOptions,
  handle: Handle,
): Promise<string> {
  const hasNotices = context.config.databasePooling === 'session';
  const ids: string[] = [];
  for (let loop = 0; loop < concurrency; loop += 1) {
    // Notices tell of new jobs, and `lookAround` of those whose time has come; a loop that has one
    // wakes the next.
    const settings = {
      heartbeatRefreshSeconds: 3,
      ...(hasNotices
        ? { notifyPollingIntervalSeconds: 600, pollingIntervalSeconds: 2 }
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
  return ids[0] ?? '';
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
