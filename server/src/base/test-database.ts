import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readTestDatabaseUrl } from './config.ts';
import { openDb, type Db } from './db.ts';
import { openLog } from './log.ts';
import { migrate, readMigrations } from './migrate.ts';
import { startPostgres } from './postgres.ts';

export type TestDatabase = { db: Db; url: string; close: () => Promise<void> };

/**
 * A migrated, empty database of its own for one test file: `const { db, url, close } = await
 * testDatabase()`, and `after(close)`. It is a clone of a template (some 15 ms), so files may run
 * side by side and count on nobody else's rows.
 *
 * The server comes from `TEST_DATABASE_URL`, which the runner of the whole suite sets to what
 * `startTestPostgres` gives; a file run alone starts a throwaway server (about 1 s) and ends it in
 * `close`, or when its process dies.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const shared = readTestDatabaseUrl();
  const own = shared ? null : await startTestPostgres();
  const serverUrl = shared ?? own?.url ?? '';
  const name = `kinora_test_${randomBytes(8).toString('hex')}`;
  await cloneTemplate(serverUrl, name);
  const url = withDatabase(serverUrl, name);
  const db = openDb(url, { max: 5, log: openLog('test') });
  const close = async () => {
    await db.destroy();
    if (own) await own.stop();
    else await runSql(serverUrl, [`drop database if exists ${name} with (force)`]);
  };
  return { db, url, close };
}

/**
 * A throwaway PostgreSQL for a whole run of tests, in memory where the system has `/dev/shm`. It
 * ends with the process that started it, and `stop` removes its folder.
 */
export async function startTestPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const inMemory = await stat('/dev/shm').then(
    (found) => found.isDirectory(),
    () => false,
  );
  const folder = await mkdtemp(join(inMemory ? '/dev/shm' : tmpdir(), 'kinora-test-'));
  const server = await startPostgres({ folder, isDurable: false });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** Any number will do, as long as nothing else of ours takes it as an advisory lock. */
const templateLockKey = 5_466_721_005;

/** The first to come builds the template; it is named by the migrations that made it. */
async function cloneTemplate(serverUrl: string, name: string) {
  const hashes = (await readMigrations()).map(({ hash }) => hash).join();
  const version = createHash('sha256').update(hashes).digest('hex').slice(0, 16);
  const template = `kinora_template_${version}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [templateLockKey]);
    const found = await client.query('select from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) {
      await client.query(`drop database if exists ${template}_new with (force)`);
      await client.query(`create database ${template}_new`);
      await migrate(withDatabase(serverUrl, `${template}_new`));
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    // One at a time: a template can't be copied while somebody is connected to it.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function runSql(url: string, statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
