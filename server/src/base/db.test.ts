import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { checkServer, isDatabaseAway, openDb } from './db.ts';
import { openLog } from './log.ts';
import { emptyTestDatabase } from './test-database.ts';

const { url, close } = await emptyTestDatabase();
let log = '';
const db = openDb(url, {
  max: 2,
  log: openLog('test', { write: (line) => void (log += line) }),
  statementTimeoutMs: 500,
});
after(async () => {
  await db.destroy();
  await close();
});

test('counts and sizes come as numbers, times as Date, dates as text', async () => {
  const query = sql<Record<string, unknown>>`
    select count(*) as count, 5000000000::int8 as size, now() as time,
           '2026-11-20'::date as date`;
  const { rows } = await query.execute(db);
  assert.equal(rows[0]?.['count'], 1);
  assert.equal(rows[0]?.['size'], 5_000_000_000);
  assert.ok(rows[0]?.['time'] instanceof Date);
  assert.equal(rows[0]?.['date'], '2026-11-20');
});

test('an int8 beyond a number’s range is an error and not another number', async () => {
  await assert.rejects(sql`select 9007199254740993::int8 as n`.execute(db), RangeError);
});

test('a query that takes too long is ended by the server', async () => {
  await assert.rejects(sql`select pg_sleep(5)`.execute(db), (error) => {
    assert.ok(!isDatabaseAway(error), 'it is there, and has spoken');
    return (error as { code?: string }).code === '57014';
  });
});

test('losing the server in a transaction and between queries costs no process', async () => {
  const killOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const other = openDb(url, { max: 1, log: openLog('test', { write: () => undefined }) });
  const transaction = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await killOthers.execute(other);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(transaction, (error) => isDatabaseAway(error));
  await sql`select 1`.execute(db);
  await killOthers.execute(other);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  assert.deepEqual(rows, [{ one: 1 }]);
  assert.match(log, /database connection lost/);
  await other.destroy();
});

test('a server that answers is accepted, and one that is not there is named without password', async () => {
  await checkServer(url);
  const nowhere = 'postgres://kinora:canary@127.0.0.1:1/kinora';
  await assert.rejects(checkServer(nowhere), (error) => {
    assert.ok(!String(error).includes('canary'));
    return (error as { code?: string }).code === 'ECONNREFUSED';
  });
});
