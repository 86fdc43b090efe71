import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; root starts it under this account. */
const ACCOUNT_NAME = 'kinora';

export type SystemAccount = { uid: number; gid: number };

/** Says how a PostgreSQL program starts: the command line and its account. */
export type Launch = { command: string; args: string[]; account: SystemAccount | null };

/**
 * Finds the account that owns the database's files: null when we are an ordinary user, else the
 * owner of an existing folder, else a system account that is created when missing.
 */
export async function findPostgresAccount(dataFolder: string): Promise<SystemAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const folder = await stat(dataFolder).catch(() => null);
  if (folder && folder.uid !== 0) return { uid: folder.uid, gid: folder.gid };
  const existing = await findAccount(ACCOUNT_NAME);
  if (existing) return existing;
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const failure = await run('useradd', [...args, ACCOUNT_NAME]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message.trim() : String(error)),
  );
  const account = (await findAccount(ACCOUNT_NAME)) ?? (await findAccount('postgres'));
  if (account) return account;
  throw new Error(
    `PostgreSQL does not run as root, and the account "${ACCOUNT_NAME}" could not be made ` +
      `(${failure ?? 'it did not appear'}). Start Kinora as an ordinary user, or set DATABASE_URL.`,
  );
}

async function findAccount(name: string): Promise<SystemAccount | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Builds the command line that runs `program` under `account`. Where a folder above the program or
 * its data is closed to the account (a checkout in /root, a `mktemp -d`), the program gets the one
 * capability that lets it pass through.
 */
export async function buildLaunch(
  account: SystemAccount | null,
  program: string,
  args: string[],
  dataFolder: string,
): Promise<Launch> {
  if (!account) return { command: program, args, account };
  const closed =
    (await findClosedAncestor(program, account)) ?? (await findClosedAncestor(dataFolder, account));
  if (!closed) return { command: program, args, account };
  const capability = await findCapability();
  if (!capability) {
    throw new Error(
      `The embedded PostgreSQL does not run as root, and its account can't enter ${closed}. ` +
        'Move Kinora and DATA_DIR where other accounts may pass (chmod o+x), or set DATABASE_URL.',
    );
  }
  const { uid, gid } = account;
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const only = `-all,+${capability}`;
  const privileges = ['--inh-caps', only, '--ambient-caps', only];
  const line = [...identity, ...privileges, '--', program, ...args];
  return { command: 'setpriv', args: line, account: null };
}

/** Finds the nearest folder above `path` that the account may not enter. */
async function findClosedAncestor(
  path: string,
  { uid, gid }: SystemAccount,
): Promise<string | null> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null);
    if (found) {
      const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return folder;
    }
    if (folder === dirname(folder)) return null;
  }
}

/**
 * Finds a capability of ours that lets an account pass closed folders; containers often keep only
 * the second.
 */
async function findCapability(): Promise<'dac_read_search' | 'dac_override' | null> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  const hasSetpriv = await run('setpriv', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasSetpriv) return null;
  // linux/capability.h: CAP_DAC_OVERRIDE 1, CAP_DAC_READ_SEARCH 2
  if (permitted & 4n) return 'dac_read_search';
  return permitted & 2n ? 'dac_override' : null;
}
