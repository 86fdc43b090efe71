import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openDb } from './db.ts';
import { openLog } from './log.ts';
import { prepared } from './prepared.ts';
import { emptyTestDatabase } from './test-database.ts';

const { url, close } = await emptyTestDatabase();
const log = openLog('test', { write: () => undefined });
const db = openDb(url, { max: 1, log });
after(async () => {
  await db.destroy();
  await close();
});

const keptNames = async () => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements order by name`.execute(db);
  return rows.map(({ name }) => name);
};

test('a connection keeps marked statements by name, and plans all others each time', async () => {
  await sql`select 1 as one`.execute(db);
  for (const n of [1, 2]) {
    const { rows } = await sql`select ${n}::int as n`.execute(prepared(db, 'a_number'));
    assert.deepEqual(rows, [{ n }]);
  }
  await db
    .transaction()
    .execute((tx) => sql`select ${3}::int as n, 1 as m`.execute(prepared(tx, 'a_number')));
  assert.deepEqual(await keptNames(), ['a_number_0', 'a_number_1']);
});

test('a name stands for sixteen texts at most, however many are made up', async () => {
  for (let n = 0; n < 40; n += 1) {
    await sql`select ${sql.lit(n)}::int as n`.execute(prepared(db, 'many'));
  }
  const many = (await keptNames()).filter((name) => name.startsWith('many'));
  assert.equal(many.length, 16);
});

test('a kept statement outlives a new column, and so has to name its own', async () => {
  await sql`create table things (n int not null)`.execute(db);
  const read = () => sql`select t.n from things t`.execute(prepared(db, 'things'));
  await read();
  await sql`alter table things add column added text`.execute(db);
  await read();
  for (const text of ['select * from things', 'select 1, t.* from things t']) {
    const all = sql.raw(text).execute(prepared(db, 'all_things'));
    await assert.rejects(all, /Name the columns/);
  }
  await assert.rejects(
    sql`insert into things values (1) returning *`.execute(prepared(db, 'all_things')),
    /Name the columns/,
  );
  await sql`select count(*) from things`.execute(prepared(db, 'things_counted'));
});
