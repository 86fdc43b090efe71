import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { installQueues, queueSweep } from '../../base/jobs.ts';
import { startTestUploads, type TestUploads } from '../../test-uploads.ts';
import { sweepUploadsJob as job } from './jobs.ts';
import { sweepUploadsWork } from './work.ts';

let uploads: TestUploads;
before(async () => {
  uploads = await startTestUploads();
});
after(() => uploads.close());

test('the sweep goes on for ever, and however many workers start, only one waits', async () => {
  const { context, databaseUrl } = uploads.app;
  const { db } = context;
  await installQueues(databaseUrl, [job]);
  const waiting = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from start_after - now()))::int as seconds
      from pgboss.job where name = ${job.name} and state = 'created'`.execute(db);
    return rows.map(({ seconds }) => seconds);
  };
  for (let worker = 0; worker < 3; worker += 1) {
    await db.transaction().execute((tx) => queueSweep(tx, job));
  }
  assert.equal((await waiting()).length, 1);
  await sql`update pgboss.job set state = 'active' where name = ${job.name}`.execute(db);
  const run = { signal: new AbortController().signal, token: { id: 'x', retryCount: 0 } };
  await sweepUploadsWork.handle(context, {}, run);
  const [seconds = 0, ...more] = await waiting();
  assert.ok(seconds > 500 && seconds <= 600, `${seconds} s`);
  assert.equal(more.length, 0);
});
