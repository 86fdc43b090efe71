import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { defineJob, defineWork, enqueue, installQueues } from './jobs.ts';
import { openTestContext } from './test-context.ts';
import { startWorker } from './worker.ts';

const { context, close } = await openTestContext();
after(close);

test('what is asked for each job is planned once by a connection', async (t) => {
  const done = Promise.withResolvers<void>();
  const payload = z.object({ n: z.number() });
  const job = defineJob({ name: 'counted', payload, options: { groupConcurrency: 1 } });
  const work = defineWork(job, {
    handle: async (_app, { n }) => (n === 3 ? done.resolve() : undefined),
  });
  await installQueues(context.config.secrets.databaseUrl ?? '', [job]);
  const spy = t.mock.method(pg.Client.prototype, 'query');
  const worker = await startWorker([work], context);
  for (const n of [1, 2, 3]) {
    await context.db.transaction().execute((tx) => enqueue(tx, job, { n }, { group: 'one' }));
  }
  await done.promise;
  await worker.stop(5000);
  const asked = spy.mock.calls.map(({ arguments: [one] }) => toQuery(one));
  const ofJobs = asked.filter(({ text }) => /^\s*WITH\s[^;]*pgboss\.job_common/.test(text));
  for (const part of ['INSERT INTO', 'FOR UPDATE', 'completed_on'])
    assert.ok(
      ofJobs.some(({ text }) => text.includes(part)),
      part,
    );
  const names = new Map(ofJobs.map(({ name, text }) => [name, text]));
  for (const { name, text } of ofJobs) {
    assert.ok(name, `planned each time: ${text}`);
    assert.equal(names.get(name), text);
  }
});

function toQuery(asked: unknown): { name?: string | undefined; text: string } {
  return typeof asked === 'string' ? { text: asked } : (asked as pg.QueryConfig);
}
