import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readTestDatabaseUrl } from './config.ts';
import { openDb, openTenantDbs, type Db } from './db.ts';
import { installQueues, type Job } from './jobs.ts';
import { openLog, type Log } from './log.ts';
import { migrate, readMigrations } from './migrate.ts';
import { startPostgres } from '@kinora/postgres/start-postgres';
import type { Tenant } from './tenant.ts';

export type TestDatabase = {
  /** The system's, which sees every team. */
  db: Db;
  tenantDb: (tenant: Tenant) => Db;
  url: string;
  close: () => Promise<void>;
};

/**
 * A migrated, empty database of its own for one test file: `const { db, url, close } = await
 * testDatabase()`, and `after(close)`. It is a clone of a template (some 15 ms), so files may run
 * side by side and see only their own rows.
 *
 * The server comes from `TEST_DATABASE_URL`, which the runner of the whole suite sets to what
 * `startTestPostgres` gives; a file run alone starts a throwaway server (about 1 s) and ends it in
 * `close`, or when its process dies.
 *
 * @param jobs have their queues in it
 */
export async function testDatabase(jobs: readonly Job[] = []): Promise<TestDatabase> {
  return openTestDatabase(
    await createDatabase((client, serverUrl, name) =>
      cloneTemplate(client, serverUrl, { name, jobs }),
    ),
  );
}

/** Opens a database that is migrated already. */
export function openTestDatabase({
  url,
  close,
}: {
  url: string;
  close: () => Promise<void>;
}): TestDatabase {
  const db = openDb(url, { max: 5, log: quietLog() });
  const requests = openTenantDbs(url, { max: 5, log: quietLog() });
  return {
    db,
    tenantDb: requests.tenantDb,
    url,
    close: async () => {
      await Promise.all([db.destroy(), requests.close()]);
      await close();
    },
  };
}

/** As `testDatabase`, but with no tables: for the tests of what makes them. */
export function emptyTestDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  return createDatabase((client, _serverUrl, name) => client.query(`create database ${name}`));
}

type Create = (client: pg.Client, serverUrl: string, name: string) => Promise<unknown>;

async function createDatabase(
  create: Create,
): Promise<{ url: string; close: () => Promise<void> }> {
  const shared = readTestDatabaseUrl();
  const own = shared ? null : await startTestPostgres();
  const serverUrl = shared ?? own?.url ?? '';
  const name = `kinora_test_${randomBytes(8).toString('hex')}`;
  await withClient(serverUrl, (client) => create(client, serverUrl, name));
  const drop = (client: pg.Client) => client.query(`drop database ${name} with (force)`);
  const close = own ? own.stop : () => withClient(serverUrl, drop);
  return { url: withDatabase(serverUrl, name), close };
}

/**
 * A throwaway PostgreSQL for a whole run of tests, in memory where the system has `/dev/shm`. The
 * server ends with the process that started it, and `stop` removes its folder.
 */
export async function startTestPostgres(): Promise<{
  url: string;
  folder: string;
  stop: () => Promise<void>;
}> {
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
  return { url: server.url, folder, stop };
}

/** Any number will do, as long as nothing else of ours takes it as an advisory lock. */
const templateLockKey = 5_466_721_005;

/** The first to come builds the template; it is named by the migrations and jobs that it holds. */
async function cloneTemplate(
  client: pg.Client,
  serverUrl: string,
  { name, jobs }: { name: string; jobs: readonly Job[] },
) {
  const hashes = (await readMigrations()).map(({ hash }) => hash);
  const holds = JSON.stringify([hashes, jobs.map(({ name, options }) => [name, options])]);
  const version = createHash('sha256').update(holds).digest('hex').slice(0, 16);
  const template = `kinora_template_${version}`;
  await client.query('select pg_advisory_lock($1)', [templateLockKey]);
  const found = await client.query('select from pg_database where datname = $1', [template]);
  if (found.rowCount === 0) {
    await client.query(`drop database if exists ${template}_new with (force)`);
    await client.query(`create database ${template}_new`);
    await migrate(withDatabase(serverUrl, `${template}_new`));
    await installQueues(withDatabase(serverUrl, `${template}_new`), jobs);
    await client.query(`alter database ${template}_new rename to ${template}`);
  }
  // Copying happens under the lock: a template can't be copied while anyone is connected to it.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** Closing a database breaks connections that are on their way out; that is no news in a test. */
function quietLog(): Log {
  const log = openLog('test');
  log.level = 'silent';
  return log;
}
