import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import pg from 'pg';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { emptyTestDatabase } from './test-database.ts';

const { url, close } = await emptyTestDatabase();
const client = new pg.Client(url);
const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'));

before(() => client.connect());
after(async () => {
  await client.end();
  await close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await client.query('drop schema public cascade; create schema public');
  await rm(folder, { recursive: true });
  await cp(migrationsFolder, folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<string> {
  const { length } = await readMigrations(folder);
  const file = `${String(length + 1).padStart(4, '0')}-${name}.sql`;
  await writeFile(join(folder, file), sql);
  return file;
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  return rows.map(({ name }) => name);
}

test('an empty database gets every migration, and a second run does nothing', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  assert.deepEqual(await migrate(url), names);
  assert.ok((await tables()).includes('accounts'));
  assert.deepEqual(await migrate(url), []);
});

test('of several that start at once each migration is applied by one', async () => {
  await addMigration('slow', 'select pg_sleep(0.1); create table slow ()');
  const results = await Promise.all([1, 2, 3].map(() => migrate(url, folder)));
  const { length } = await readMigrations(folder);
  assert.equal(results.flat().length, length);
});

test('a migration that fails leaves nothing of itself and keeps those before it', async () => {
  const file = await addMigration('broken', 'create table half (); select nonsense');
  await assert.rejects(migrate(url, folder), { message: new RegExp(`^Migration ${file} failed`) });
  const after = await tables();
  assert.ok(after.includes('accounts') && !after.includes('half'));
  await writeFile(join(folder, file), 'create table half ()');
  assert.deepEqual(await migrate(url, folder), [file]);
});

test('a connection killed half-way leaves a database that the next run finishes', async () => {
  const file = await addMigration('killed', 'create table half (); select pg_sleep(5)');
  const failure = assert.rejects(migrate(url, folder));
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kinora migrations' and query like 'create table half%'`;
  const killed = async () => (await client.query(kill)).rowCount !== 0;
  await until('a migration to kill', killed, { everyMs: 5 });
  await failure;
  assert.ok(!(await tables()).includes('half'));
  await writeFile(join(folder, file), 'create table half ()');
  assert.deepEqual(await migrate(url, folder), [file]);
});

test('a migration in batches locks no more than one, and goes on where it was stopped', async () => {
  await addMigration(
    'numbers',
    'create table numbers as select n, 0 as tx from generate_series(1, 5) n',
  );
  const batch = (where: string) => `-- In batches: two rows at a time.
    update numbers set tx = txid_current()::int${where}
    where n in (select n from numbers where tx = 0 order by n limit 2)`;
  const file = await addMigration('batched', batch(' / (case n when 5 then 0 else 1 end)'));
  await assert.rejects(migrate(url, folder), /division by zero/);
  const done = async () => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int from numbers where tx <> 0 group by tx order by min(n)',
    );
    return rows.map(({ count }) => count);
  };
  assert.deepEqual(await done(), [2, 2]);
  await writeFile(join(folder, file), batch(''));
  assert.deepEqual(await migrate(url, folder), [file]);
  assert.deepEqual(await done(), [2, 2, 1]);
  assert.deepEqual(await migrate(url, folder), []);
});

test('a migration that was changed or lost after it was applied stops the start', async () => {
  const file = await addMigration('later', 'create table later ()');
  await migrate(url, folder);
  await writeFile(join(folder, file), 'create table other ()');
  await assert.rejects(migrate(url, folder), { message: new RegExp(`${file} was changed`) });
  await rm(join(folder, file));
  await assert.rejects(migrate(url, folder), { message: new RegExp(`has migration ${file}`) });
});

test('a gap in the numbers or a strange name is refused', async () => {
  await writeFile(join(folder, '0900-gap.sql'), 'select 1');
  await assert.rejects(readMigrations(folder), /0900-gap\.sql should be number/);
});
