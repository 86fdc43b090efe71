import { execFile, type ExecFileException } from 'node:child_process';
import { release } from 'node:os';
import { buildBubblewrapArguments, NOBODY, buildSealArguments } from './cage-arguments.ts';
import { findProgram } from './find-program.ts';
import { buildSystemCallFilter } from './seccomp.ts';

/** Says how a media process is isolated from the network, other files and other processes. */
export type Sandbox = {
  /** `none`: other files are visible, so this counts as no cage, whatever else is limited */
  sandbox: 'bubblewrap' | 'none';
  /** argv in front of the program, without the part that depends on the input */
  wrapper: string[];
  /** a filter that refuses system calls, for the kernel; null where we know no list */
  filter: Buffer | null;
  /** the account that it runs as where root has no cage for it; null: our own */
  account: { uid: number; gid: number } | null;
  /** why there is no cage, in a line; empty where there is one */
  lack: string;
};

/** Tries each sandbox with the real program, because kernels and containers forbid them silently. */
export async function findSandbox(programs: readonly string[]): Promise<Sandbox> {
  const [ffmpeg = ''] = programs;
  const bwrap = await findProgram('bwrap');
  if (!bwrap) return findFallback(ffmpeg, 'bubblewrap (bwrap) is not installed');
  const wrapper = [bwrap, ...buildBubblewrapArguments(programs)];
  const filter = buildSystemCallFilter();
  const trial = [...wrapper, ...buildSealArguments(filter && 0), ffmpeg, '-version'];
  const failure = await tryProgram(trial, { input: filter });
  if (failure === null) return { sandbox: 'bubblewrap', wrapper, filter, account: null, lack: '' };
  return findFallback(ffmpeg, failure);
}

/** Finds the limits that work without a cage: the network where possible, and root's rights. */
export async function findFallback(ffmpeg: string, lack: string): Promise<Sandbox> {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
  const setpriv = await findProgram('setpriv');
  const dieWithParent = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'] : [];
  const works = async (argv: string[]): Promise<boolean> =>
    (await tryProgram([...argv, ffmpeg, '-version'], { account })) === null;
  const bare = (await works(dieWithParent)) ? dieWithParent : [];
  const unshare = await findProgram('unshare');
  const offline = unshare ? [unshare, '--map-current-user', '--net', '--', ...bare] : [];
  const wrapper = unshare && (await works(offline)) ? offline : bare;
  return { sandbox: 'none', wrapper, filter: null, account, lack };
}

type Trial = { input?: Buffer | null; account?: Sandbox['account'] };

/** Runs a program; returns null when it succeeds, else the last line of its output. */
export async function tryProgram(
  [program = '', ...args]: readonly string[],
  { input = null, account = null }: Trial = {},
): Promise<string | null> {
  const done = Promise.withResolvers<string | null>();
  const options = { timeout: 20_000, cwd: '/', ...account };
  const report = (error: ExecFileException | null, _text: string, words: string): void =>
    done.resolve(error && (words.trim().split('\n').at(-1) || error.message));
  const child = execFile(program, args, options, report);
  // A program that ends before it has read everything reports why by itself.
  child.stdin?.on('error', () => undefined).end(input ?? undefined);
  return done.promise;
}

/**
 * True when a limit of processes counts those of one cage alone, as in Linux since 5.14 (kernel
 * commit 21d1c5e386bc). Older kernels count all processes of the user.
 */
export function countsProcessesByCage(kernel: string = release()): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
