import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { z } from 'zod';
import { openTestContext } from './test-context.ts';
import { defineJob, defineWork, enqueue, installQueues, type Work } from './jobs.ts';
import { startWorker } from './worker.ts';

const { context, close } = await openTestContext();
const { db } = context;
after(close);

type Row = { state: string; retry_count: number; output: unknown };

async function jobRow(id: string | null): Promise<Row | undefined> {
  const row = sql<Row>`select state, retry_count, output from pgboss.job where id = ${id}`;
  return (await row.execute(db)).rows[0];
}

const ended = (id: string | null) =>
  until('the job’s end', async () => {
    const row = await jobRow(id);
    return row && ['completed', 'failed'].includes(row.state) && row;
  });

const installWorkQueues = (works: Work[]) =>
  installQueues(
    context.config.secrets.databaseUrl ?? '',
    works.map(({ job }) => job),
  );

async function runWith(works: Work[]) {
  await installWorkQueues(works);
  const worker = await startWorker(works, context);
  return { [Symbol.asyncDispose]: () => worker.stop(1000) };
}

/** A worker in a process of its own; says a line for each thing that its handlers do. */
function spawnWorker(queue: string) {
  const program = join(import.meta.dirname, 'test-worker.ts');
  const { dataDir, secrets } = context.config;
  const child = spawn(process.execPath, [program, secrets.databaseUrl ?? '', queue, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  after(() => child.kill('SIGKILL'));
  return { child, nextLine: async () => (await lines.next()).value };
}

function takeoverJob(name: string) {
  const held = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<number>();
  const work = defineWork(
    defineJob({
      name,
      payload: z.object({}),
      options: { expireInSeconds: 3600 },
    }),
    {
      handle: async (_context, _payload, { token }) => {
        taken.resolve(token.retryCount);
        await held.promise;
      },
    },
  );
  return { work, held, taken };
}

// Side by side: each waits for seconds that pg-boss takes to see a failure.
describe('jobs', { concurrency: true }, () => {
  test('a job runs once its transaction is committed, with its payload and token', async () => {
    const seen: unknown[] = [];
    const work = defineWork(
      defineJob({
        name: 'test.committed',
        payload: z.object({ videoId: z.string() }),
        options: {},
      }),
      {
        handle: async (_context, payload, { token, signal }) => {
          seen.push({ payload, token, aborted: signal.aborted });
        },
      },
    );
    await using _ = await runWith([work]);
    const id = await db.transaction().execute((tx) => enqueue(tx, work.job, { videoId: 'a' }));
    assert.equal((await ended(id)).state, 'completed');
    assert.deepEqual(seen, [
      { payload: { videoId: 'a' }, token: { id, retryCount: 0 }, aborted: false },
    ]);
  });

  test('a job of a transaction that was rolled back never was', async () => {
    let runs = 0;
    const work = defineWork(
      defineJob({
        name: 'test.rolled-back',
        payload: z.object({}),
        options: {},
      }),
      {
        handle: async () => void (runs += 1),
      },
    );
    await using _ = await runWith([work]);
    const lost: (string | null)[] = [];
    const broken = db.transaction().execute(async (tx) => {
      lost.push(await enqueue(tx, work.job, {}));
      throw new Error('rolled back');
    });
    await assert.rejects(broken, /rolled back/);
    const id = await db.transaction().execute((tx) => enqueue(tx, work.job, {}));
    await ended(id);
    assert.equal(await jobRow(lost[0] ?? null), undefined);
    assert.equal(runs, 1);
  });

  test('a job and its work agree whether there is a giveUp', () => {
    const payload = z.object({});
    const handle = async () => undefined;
    const silent = defineJob({ name: 'test.silent', payload, options: {} });
    assert.throws(() => defineWork(silent, { handle, giveUp: handle }), /go together/);
    const telling = defineJob({ name: 'test.telling', payload, options: { hasGiveUp: true } });
    assert.throws(() => defineWork(telling, { handle }), /go together/);
  });

  test('a handler that throws is tried again after a while, and then given up', async () => {
    const runs: number[] = [];
    const given: unknown[] = [];
    const work = defineWork(
      defineJob({
        name: 'test.throws',
        payload: z.object({ key: z.string() }),
        options: { retryLimit: 1, retryDelay: 1, hasGiveUp: true },
      }),
      {
        handle: async (_context, _payload, { token }) => {
          runs.push(token.retryCount);
          throw new Error('always');
        },
        giveUp: async (_context, payload) => void given.push(payload),
      },
    );
    await using _ = await runWith([work]);
    const id = await db.transaction().execute((tx) => enqueue(tx, work.job, { key: 'k' }));
    const waiting = await until('the wait for a retry', async () => {
      const { rows } = await sql<{ backoff: boolean; seconds: number }>`
        select retry_backoff as backoff,
               extract(epoch from start_after - started_on)::float8 as seconds
        from pgboss.job where id = ${id} and state = 'retry'`.execute(db);
      return rows[0];
    });
    assert.ok(waiting.backoff && waiting.seconds >= 0.5, JSON.stringify(waiting));
    assert.equal((await ended(id)).state, 'failed');
    assert.deepEqual(runs, [0, 1]);
    await until('the giving up', async () => given.length > 0);
    assert.deepEqual(given, [{ key: 'k' }]);
  });

  test('many short jobs do not wait out the polling interval between them', async () => {
    const done = new Set<number>();
    const work = defineWork(
      defineJob({
        name: 'test.many',
        payload: z.object({ n: z.number() }),
        options: {},
      }),
      {
        handle: async (_context, { n }) => void done.add(n),
      },
    );
    await using _ = await runWith([work]);
    const start = Date.now();
    await db.transaction().execute(async (tx) => {
      for (let n = 0; n < 20; n += 1) await enqueue(tx, work.job, { n });
    });
    await until('all of them', async () => done.size === 20);
    // 20 jobs at one for each 5 s interval would take 95 s.
    assert.ok(Date.now() - start < 20_000);
  });

  test('a payload that breaks its schema is refused before it is queued', async () => {
    const work = defineWork(
      defineJob({
        name: 'test.schema',
        payload: z.object({ videoId: z.uuid() }),
        options: {},
      }),
      {
        handle: async () => undefined,
      },
    );
    await installWorkQueues([work]);
    const queued = db.transaction().execute((tx) => enqueue(tx, work.job, { videoId: 'no id' }));
    await assert.rejects(queued, { name: 'ZodError' });
  });

  test('a stopping worker takes its long job off and leaves it to the next one', async () => {
    let attempts = 0;
    const work = defineWork(
      defineJob({
        name: 'test.stopped',
        payload: z.object({}),
        options: {},
      }),
      {
        handle: async (_context, _payload, { signal }) => {
          attempts += 1;
          if (attempts === 1) await sleep(60_000, null, { signal });
        },
      },
    );
    const first = await runWith([work]);
    const id = await db.transaction().execute((tx) => enqueue(tx, work.job, {}));
    await until('the first attempt', async () => attempts === 1);
    await first[Symbol.asyncDispose]();
    assert.equal((await jobRow(id))?.state, 'retry');
    await using _ = await runWith([work]);
    assert.equal((await ended(id)).retry_count, 1);
    assert.equal(attempts, 2);
  });

  test('a job of a worker killed by kill -9 is taken over within 60 s', async () => {
    const { work, held, taken } = takeoverJob('test.killed');
    await installWorkQueues([work]);
    const { child, nextLine } = spawnWorker(work.job.name);
    const id = await db.transaction().execute((tx) => enqueue(tx, work.job, {}));
    assert.equal(await nextLine(), 'started 0');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const start = Date.now();
    const worker = await startWorker([work], context);
    assert.equal(await taken.promise, 1);
    assert.ok(Date.now() - start < 60_000);
    held.resolve();
    assert.equal((await ended(id)).state, 'completed');
    await worker.stop(1000);
  });
  test('a job of a worker that was frozen is not completed by it once it goes on', async () => {
    const { work, held, taken } = takeoverJob('test.frozen');
    await installWorkQueues([work]);
    const { child, nextLine } = spawnWorker(work.job.name);
    const id = await db.transaction().execute((tx) => enqueue(tx, work.job, {}));
    assert.equal(await nextLine(), 'started 0');
    child.kill('SIGSTOP');
    const worker = await startWorker([work], context);
    assert.equal(await taken.promise, 1);
    child.kill('SIGCONT');
    // Its handler was due long ago: it ends at once and its completion comes late.
    assert.equal(await nextLine(), 'finished 0');
    child.kill('SIGTERM');
    await once(child, 'exit');
    const row = await jobRow(id);
    assert.deepEqual([row?.state, row?.retry_count], ['active', 1]);
    held.resolve();
    assert.equal((await ended(id)).state, 'completed');
    await worker.stop(1000);
  });
});
