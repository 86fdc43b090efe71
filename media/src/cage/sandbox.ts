import { execFile, type ExecFileException } from 'node:child_process';
import { release } from 'node:os';
import { bubblewrapArguments, NOBODY, sealArguments } from './cage-arguments.ts';
import { findProgram } from './find-program.ts';
import { systemCallFilter } from './seccomp.ts';

/** How a media process is kept from the network, from other files and from other processes. */
export type Sandbox = {
  /** `none`: files are not kept away, so that it counts for no cage, whatever else holds */
  sandbox: 'bubblewrap' | 'none';
  /** argv in front of the program, without the part that depends on the input */
  wrapper: string[];
  /** the system calls that it is refused, for the kernel; null where we know no list */
  filter: Buffer | null;
  /** whom it runs as where root has no cage for it; null: as we do */
  account: { uid: number; gid: number } | null;
  /** why there is no cage, in a line; empty where there is one */
  lack: string;
};

/** Tries each sandbox with the real program, because kernels and containers forbid them silently. */
export async function findSandbox(programs: readonly string[]): Promise<Sandbox> {
  const [ffmpeg = ''] = programs;
  const bwrap = await findProgram('bwrap');
  if (!bwrap) return withoutCage(ffmpeg, 'bubblewrap (bwrap) is not installed');
  const wrapper = [bwrap, ...bubblewrapArguments(programs)];
  const filter = systemCallFilter();
  const trial = [...wrapper, ...sealArguments(filter && 0), ffmpeg, '-version'];
  const failure = await tryProgram(trial, { input: filter });
  if (failure === null) return { sandbox: 'bubblewrap', wrapper, filter, account: null, lack: '' };
  return withoutCage(ffmpeg, failure);
}

/** What still holds where there is no cage: no network where that works, no rights of root. */
export async function withoutCage(ffmpeg: string, lack: string): Promise<Sandbox> {
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

/** Null when it ended well, else the last line of what it said. */
export async function tryProgram(
  [program = '', ...args]: readonly string[],
  { input = null, account = null }: Trial = {},
): Promise<string | null> {
  const done = Promise.withResolvers<string | null>();
  const options = { timeout: 20_000, cwd: '/', ...account };
  const report = (error: ExecFileException | null, _text: string, words: string): void =>
    done.resolve(error && (words.trim().split('\n').at(-1) || error.message));
  const child = execFile(program, args, options, report);
  // One that ends before it has read all of it says why by itself.
  child.stdin?.on('error', () => undefined).end(input ?? undefined);
  return done.promise;
}

/**
 * Whether a limit of processes counts those of one cage alone, as Linux does since 5.14 (kernel commit
 * 21d1c5e386bc). Before, it would count all that their user runs anywhere.
 */
export function countsProcessesByCage(kernel: string = release()): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
