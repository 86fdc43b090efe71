import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { listen } from './listen.ts';
import { openTestContext } from './test-context.ts';

const { context, close } = await openTestContext();
const { db, log, config } = context;
after(close);

test('notices come, also once the connection was lost, which counts as one', async () => {
  let notices = 0;
  const url = config.secrets.databaseUrl ?? '';
  const listening = listen({ url, channel: 'test', log }, () => (notices += 1));
  await until('the beginning', async () => notices === 1);
  const notify = () => sql`select pg_notify('test', '')`.execute(db);
  await notify();
  await until('a notice', async () => notices === 2);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kinora listener' and datname = current_database()`.execute(db);
  await until('the new connection', async () => notices === 3);
  await notify();
  await until('a notice', async () => notices === 4);
  await listening.stop();
  await notify();
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'kinora listener' and datname = current_database()`.execute(db);
  assert.deepEqual([rows.length, notices], [0, 4]);
});
