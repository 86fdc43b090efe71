import { sql } from 'kysely';
import { actingFor, type Actor } from './actor.ts';
import { PgBoss, type Job as BossJob } from 'pg-boss';
import { ConfigError } from './config.ts';
import { KEPT_OPEN } from './db.ts';
import { nameGivenUpQueue, readKept, type JobOptions, type Work } from './jobs.ts';
import type { Context } from './context.ts';
import { prepared } from './prepared.ts';

export type RunningWorker = {
  /**
   * Takes no more jobs and waits for those that run; after `limitMs` their signals are aborted
   * and they go back to the queue for another worker.
   */
  stop: (limitMs: number) => Promise<void>;
};

/** The library takes `min` and declares it nowhere. */
const POOL: { max: number; min: number } = { max: 4, min: KEPT_OPEN };

type Handle = (context: Context, job: BossJob, payload: object) => Promise<void>;

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
    ...POOL,
    // `lookAround` finds what a broken listener did not tell of.
    notifyHeartbeatIntervalMs: 60_000,
    // A listener needs a session of its own.
    useListenNotify: databasePooling === 'session',
    schedule: false,
    migrate: supervises,
    // `lookAround` has it done when there is something to look after.
    supervise: false,
    monitorIntervalSeconds: LOOK_SECONDS,
    // No job of ours waits for another one.
    flowIntervalSeconds: 3600,
    // Queues change when another build is installed.
    queueCacheIntervalSeconds: 3600,
  });
  boss.on('error', (error) => context.log.warn({ err: error }, 'queue trouble'));
  boss.on('warning', ({ message, data }) => context.log.warn({ data }, message));
  await boss.start();
  const firstLoops: FirstLoops = new Map();
  const looks: Looks = { notBefore: 0 };
  for (const work of works) {
    const { job } = work;
    const handle: Handle = (app, { id, retryCount, signal }, payload) =>
      work.handle(app, job.payload.parse(payload), { signal, token: { id, retryCount } });
    firstLoops.set(job.name, await listen(boss, context, looks, job.name, job.options, handle));
    if (!work.giveUp) continue;
    const giveUp: Handle = async (app, _job, payload) =>
      work.giveUp?.(app, job.payload.parse(payload));
    const queue = nameGivenUpQueue(job);
    firstLoops.set(queue, await listen(boss, context, looks, queue, {}, giveUp));
  }
  const stopLooking = lookAround(boss, context, { firstLoops, looks, supervises });
  return {
    async stop(limitMs) {
      await stopLooking();
      await boss.stop({ graceful: true, timeout: limitMs });
    },
  };
}

/** Queues with the loop that takes the first of their jobs. */
type FirstLoops = Map<string, string>;

/** The next look, by the process's clock; zero has it come soon. */
type Looks = { notBefore: number };

/** Bounds how late a job is begun whose time has come, and how late a killed worker's silence is seen. */
const LOOK_SECONDS = 5;
/** Looks are this far apart while nothing runs, is due or tried again: what waits for its time is known. */
const MAX_LOOK_SECONDS = 15;
/** Ended jobs are cleared away, and queues counted, also where nothing runs. */
const MAX_SUPERVISED_SECONDS = 600;

/**
 * Looks in one statement at all queues for jobs without a notice: those whose time has come, and
 * those that run, since their worker may have died.
 *
 * @returns a function that ends the looks
 */
function lookAround(
  boss: PgBoss,
  context: Context,
  { firstLoops, looks, supervises }: { firstLoops: FirstLoops; looks: Looks; supervises: boolean },
): () => Promise<void> {
  let supervisedAt = performance.now();
  const look = async () => {
    const now = performance.now();
    looks.notBefore = 0;
    const { due, nextMs, isAnyRetried, isAnyActive } = await findWork(context, [
      ...firstLoops.keys(),
    ]);
    for (const queue of due) boss.notifyWorker(firstLoops.get(queue) ?? '');
    // Tries may be hurried, and runs fall silent.
    const isQuiet = due.length === 0 && !isAnyRetried && !(supervises && isAnyActive);
    // A timer may come a little early.
    const quietMs = Math.min(nextMs ?? Infinity, MAX_LOOK_SECONDS * 1000) - 100;
    if (isQuiet) looks.notBefore = now + quietMs;
    const silentFor = (now - supervisedAt) / 1000;
    if (!supervises || (!isAnyActive && silentFor < MAX_SUPERVISED_SECONDS)) return;
    supervisedAt = now;
    await boss.supervise();
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (performance.now() < looks.notBefore) return;
    looking ??= look()
      .catch((error: unknown) => context.log.warn({ err: error }, 'queue trouble'))
      .finally(() => (looking = undefined));
  }, LOOK_SECONDS * 1000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

type FoundWork = {
  /** Queues with jobs whose time has come. */
  due: string[];
  /** From now to the time of the first other job; null when none waits. */
  nextMs: number | null;
  isAnyRetried: boolean;
  isAnyActive: boolean;
};

async function findWork({ db }: Context, queues: string[]): Promise<FoundWork> {
  const { rows } = await sql<FoundWork>`
    select array_remove(array_agg(case when first.at <= now() then q.name end), null) as due,
      1000 * extract(epoch from min(first.at) filter (where first.at > now()) - now())::float8
        as "nextMs",
      coalesce(bool_or(first.at > now() and exists (
        select from pgboss.job j where j.name = q.name and j.state = 'retry'
      )), false) as "isAnyRetried",
      exists (select from pgboss.job where state = 'active') as "isAnyActive"
    from unnest(${queues}::text[]) q (name) cross join lateral (
      select min(j.start_after) as at from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked
    ) first`.execute(prepared(db, 'find_work'));
  return rows[0] ?? { due: [], nextMs: null, isAnyRetried: false, isAnyActive: false };
}

/**
 * The interval where notices of new jobs don't get through: a changed rule still takes effect within a second.
 */
const POLL_SECONDS = 0.5;

/**
 * Starts one fetching loop for each job that may run at once.
 *
 * @returns the id of the first one
 */
async function listen(
  boss: PgBoss,
  context: Context,
  looks: Looks,
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
      // Otherwise the loop would sleep out its interval after each job, however many wait.
      boss.notifyWorker(id);
      const next = ids[(loop + 1) % ids.length];
      if (next) boss.notifyWorker(next);
      if (job) await runLogged(context, looks, queue, job, handle);
    });
    ids.push(id);
  }
  return ids[0] ?? '';
}

/** One wide event for each attempt; a throw is the queue's to retry. */
async function runLogged(
  context: Context,
  looks: Looks,
  queue: string,
  job: BossJob,
  handle: Handle,
) {
  const log = context.log.child({ job: queue, jobId: job.id, retryCount: job.retryCount });
  const start = performance.now();
  const ms = () => Math.round(performance.now() - start);
  try {
    const { payload, onBehalfOf } = readKept(job.data);
    const actor: Actor = {
      kind: 'job',
      id: job.id,
      name: queue,
      ...(onBehalfOf && { onBehalfOf }),
    };
    await handle({ ...context, log, db: actingFor(context.db, actor) }, job, payload);
    log.info({ ms: ms() }, 'job done');
  } catch (error) {
    // Its next try has its time within moments.
    looks.notBefore = 0;
    if (job.signal.aborted) log.info({ ms: ms(), err: error }, 'job broken off');
    else log.warn({ ms: ms(), err: error }, 'job failed');
    throw error;
  }
}
