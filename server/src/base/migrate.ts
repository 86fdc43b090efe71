import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { EVERY_TEAM } from './tenant.ts';

export const migrationsFolder = join(import.meta.dirname, '../migrations');

/** One file `NNNN-name.sql`; its hash is of its bytes. */
export type Migration = { number: number; name: string; sql: string; hash: string };

/**
 * A file that begins so is one statement over many rows, run until it finds none. Each run is its
 * own transaction, so that other work never waits for all of them.
 */
const BATCHED = '-- In batches';

/** Any number will do, as long as nothing else of ours takes it as an advisory lock. */
const LOCK_KEY = 5_466_721_004;

/**
 * Brings the database to the newest migration, forward only. Each file runs in a transaction with
 * its row in `schema_migrations`, so a kill leaves it whole or not begun. A second process waits
 * and finds the work done. The lock is the transaction's: a session's would stay behind in a proxy.
 *
 * @returns the names of the files that were applied now
 * @throws Error when an applied file has changed or is gone: the database then holds changes that
 *   no file describes
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'kinora migrations' });
  client.on('error', () => undefined);
  await client.connect();
  const names: string[] = [];
  try {
    while (true) {
      const applied = await applyNext(client, migrations);
      if (applied === null) return names;
      if (applied.isDone) names.push(applied.name);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns the file that was applied, or a batch of it; null when there was none to apply */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
): Promise<{ name: string; isDone: boolean } | null> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const next = nextMigration(migrations, await readApplied(client));
    const isDone = next !== undefined && (await apply(client, next));
    await client.query('commit');
    return next ? { name: next.name, isDone } : null;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The files in their order. @throws Error on a gap, a double number or a strange name */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new Error(`Migration ${name} should be number ${index + 1}, as NNNN-name.sql`);
      }
      const sql = await readFile(join(folder, name), 'utf8');
      return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

type Applied = { number: number; name: string; hash: string };

async function readApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(`
    create table if not exists schema_migrations (
      number int primary key,
      name text not null,
      hash text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<Applied>(
    'select number, name, hash from schema_migrations order by number',
  );
  return rows;
}

function nextMigration(migrations: Migration[], applied: Applied[]): Migration | undefined {
  for (const { number, name, hash } of applied) {
    const file = migrations[number - 1];
    if (!file) {
      throw new Error(`The database has migration ${name}, which this version does not know.`);
    }
    if (file.hash !== hash) {
      throw new Error(`Migration ${file.name} was changed after it was applied; write a new one.`);
    }
  }
  return migrations[applied.length];
}

/**
 * Runs in the caller's transaction. A file changes the rows of every team.
 *
 * @returns false when it has more to do
 */
async function apply(client: pg.Client, { number, name, sql, hash }: Migration): Promise<boolean> {
  try {
    await client.query(`select set_config('kinora.team', $1, true)`, [EVERY_TEAM]);
    const { rowCount } = await client.query(sql);
    if (sql.startsWith(BATCHED) && rowCount !== 0) return false;
    await client.query('insert into schema_migrations (number, name, hash) values ($1, $2, $3)', [
      number,
      name,
      hash,
    ]);
    return true;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${name} failed: ${reason}`, { cause });
  }
}
