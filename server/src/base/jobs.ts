import { AsyncLocalStorage } from 'node:async_hooks';
import {
  fromKysely,
  PgBoss,
  type Db as BossDb,
  type QueueOptions,
  type SendOptions,
} from 'pg-boss';
import { z } from 'zod';
import { Actor, findActor, findPrincipal } from './actor.ts';
import type { Context } from './context.ts';
import type { Db, Tx } from './db.ts';

/**
 * One attempt at a job. Work that writes puts it into its rows, and refuses to write over one
 * that is newer: a worker that was stopped and goes on after another took over is then harmless.
 */
export type JobToken = { id: string; retryCount: number };

export type JobRun = {
  /** Aborted when the job is taken from this worker, takes too long, or the worker stops. */
  signal: AbortSignal;
  token: JobToken;
};

export type JobOptions = {
  /** Attempts after the first, 5 by default. A worker's death or restart takes one too. */
  retryLimit?: number;
  /** Seconds before the first retry, doubling up to `retryDelayMax`; 1 and 60 by default. */
  retryDelay?: number;
  retryDelayMax?: number;
  /** Longest run of one attempt, at most 24 h; 1 h by default. */
  expireInSeconds?: number;
  /** A worker process runs so many of this kind at once; 1 by default. */
  concurrency?: number;
  /** So many of one group (a team) run at once over all workers. */
  groupConcurrency?: number;
  /** `singleton`: one at a time of a key; `short`: one waiting of a key. Fixed once created. */
  policy?: 'standard' | 'short' | 'singleton' | 'stately' | 'exclusive';
  /** There is something to do when the last attempt has failed (`Work.giveUp`). */
  hasGiveUp?: boolean;
};

/** A job declares work. A process that queues it need not load the code that does it. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string;
  payload: Payload;
  options: JobOptions;
};

/** Work does a job. Only the processes that do it load it. */
export type Work<Payload extends z.ZodType = z.ZodType> = {
  job: Job<Payload>;
  // Methods and not arrow properties, so that work on any payload fits into one list.
  handle(context: Context, payload: z.output<Payload>, run: JobRun): Promise<void>;
  /** Called, with retries of its own, when the last attempt has failed or its worker died in it. */
  giveUp?(context: Context, payload: z.output<Payload>): Promise<void>;
};

export type EnqueueOptions = Pick<
  SendOptions,
  'priority' | 'singletonKey' | 'startAfter' | 'retryDelayMax'
> & {
  /** `groupConcurrency` counts by this: the team's id. */
  group?: string;
};

/** A job with its payload's type. */
export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/**
 * Defines the work of a job; workers run a list of them.
 *
 * @throws Error when one of both knows a `giveUp` and the other doesn't
 */
export function defineWork<Payload extends z.ZodType>(
  job: Job<Payload>,
  handlers: Omit<Work<Payload>, 'job'>,
): Work<Payload> {
  if (Boolean(handlers.giveUp) !== Boolean(job.options.hasGiveUp)) {
    throw new Error(`${job.name}: giveUp and hasGiveUp go together`);
  }
  return { job, ...handlers };
}

/** The queue that holds the payloads of jobs that were given up. */
export function nameGivenUpQueue(job: { name: string }): string {
  return `${job.name}.given-up`;
}

/** The part of a queued object that is not the job's payload. */
const Kept = z.looseObject({ onBehalfOf: Actor.shape.onBehalfOf });

/** Takes apart what a queue has kept of a job. */
export function readKept(data: unknown): { payload: object; onBehalfOf: Actor['onBehalfOf'] } {
  const { onBehalfOf, ...payload } = Kept.parse(data);
  return { payload, onBehalfOf };
}

/**
 * Puts a job on its queue within the caller's transaction: a rollback takes it back. The job works
 * on behalf of that transaction's actor.
 *
 * @returns the job's id; null when its queue's policy holds one with that `singletonKey` already
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  job: Job<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const [id = null] = await enqueueAll(tx, job, [{ payload, options }]);
  return id;
}

/**
 * Puts jobs on their queue by one statement.
 *
 * @returns the ids of those that were put there
 */
export async function enqueueAll<Payload extends z.ZodType>(
  tx: Tx,
  job: Job<Payload>,
  items: readonly { payload: z.input<Payload>; options?: EnqueueOptions }[],
): Promise<string[]> {
  if (items.length === 0) return [];
  const actor = findActor(tx);
  const onBehalfOf = actor ? findPrincipal(actor) : undefined;
  const inserts = items.map(({ payload, options = {} }) => {
    const { group, retryDelayMax, ...rest } = options;
    return {
      ...rest,
      data: { ...(job.payload.parse(payload) as object), ...(onBehalfOf && { onBehalfOf }) },
      ...(group ? { group: { id: group } } : {}),
      // The library takes the one with the other alone.
      ...(retryDelayMax === undefined ? {} : { retryDelayMax, retryBackoff: true }),
    };
  });
  const db = fromKysely(tx);
  const ids = await currentDb.run(db, async () => {
    await sender.start();
    return sender.insert(job.name, inserts, { db, returnId: true });
  });
  const isDropped = ({ options }: { options?: EnqueueOptions }) => options?.singletonKey;
  if (!ids?.length && !items.some(isDropped)) throw new Error(`There is no queue for ${job.name}`);
  return ids ?? [];
}

/** Makes a group's jobs that wait for their next try run at once. */
export async function retryNow(tx: Tx, { name }: Pick<Job, 'name'>, group: string) {
  await fromKysely(tx).executeSql(
    `update pgboss.job set start_after = now()
    where name = $1 and group_id = $2 and state in ('created', 'retry') and start_after > now()`,
    [name, group],
  );
}

/** Queues the next run of a sweep; at most one waits when the job's policy is `short`. */
export async function queueSweep(
  tx: Tx,
  job: Job<z.ZodObject<{}>>,
  afterSeconds = 0,
): Promise<void> {
  await enqueue(tx, job, {}, { singletonKey: 'sweep', startAfter: afterSeconds });
}

const currentDb = new AsyncLocalStorage<BossDb>();

/**
 * Only writes jobs: it has no connection but the caller's transaction, and no timers. It caches how
 * each queue is set up, which is the same wherever this build runs.
 */
const sender = new PgBoss({
  db: {
    executeSql: (text, values) => {
      const db = currentDb.getStore();
      if (!db) throw new Error('Jobs are enqueued in a transaction.');
      return db.executeSql(text, values);
    },
  },
  clock: {
    now: Date.now,
    setTimeout: () => null,
    clearTimeout: () => undefined,
    setInterval: () => null,
    clearInterval: () => undefined,
  },
  migrate: false,
  supervise: false,
  schedule: false,
});
sender.on('error', () => undefined);

/** A queued job is done, however long no worker was there, or storage was away. */
const RETENTION_SECONDS = 10 * 365 * 24 * 3600;

/** A worker sends a heartbeat every 3 s; after 10 s of silence its job is another's. */
const HEARTBEAT_SECONDS = 10;

function toQueueOptions({ options }: Job): QueueOptions & { notify: boolean } {
  return {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: RETENTION_SECONDS,
    expireInSeconds: options.expireInSeconds ?? 3600,
    retryLimit: options.retryLimit ?? 5,
    retryDelay: options.retryDelay ?? 1,
    retryDelayMax: options.retryDelayMax ?? 60,
    retryBackoff: true,
    deleteAfterSeconds: 24 * 3600,
  };
}

/**
 * Creates or upgrades the queue tables and the jobs' queues; safe to repeat and to race. Runs
 * once before the processes that enqueue or work.
 */
export async function installQueues(url: string, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const job of jobs) {
      const options = toQueueOptions(job);
      if (job.options.hasGiveUp)
        await ensureQueue(nameGivenUpQueue(job), { ...options, retryLimit: 100 });
      const deadLetter = job.options.hasGiveUp ? { deadLetter: nameGivenUpQueue(job) } : {};
      await ensureQueue(job.name, { ...options, ...deadLetter }, job.options.policy);
    }
    if (failures[0]) throw failures[0];
    async function ensureQueue(name: string, options: QueueOptions, policy?: string) {
      if (existing.has(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, { ...options, ...(policy ? { policy } : {}) });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** @throws when the queue's tables do not answer */
export async function checkQueues(db: Db): Promise<void> {
  await fromKysely(db).executeSql('select from pgboss.queue limit 1');
}
