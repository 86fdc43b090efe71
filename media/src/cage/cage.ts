import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Duplex, Readable } from 'node:stream';
import type { Brake } from './brake.ts';
import {
  CAGED_FOLDER,
  CAGED_INPUT,
  type Limits,
  limitArguments,
  sealArguments,
} from './cage-arguments.ts';
import { MediaToolsError } from './errors.ts';
import { handOver, openToAll } from './hand-over.ts';
import { allowedBytes, isLarge, takeTurn } from './memory-share.ts';
import type { MediaTools } from './tools.ts';

export type CagedJob = {
  program: 'ffmpeg' | 'ffprobe' | 'packager';
  /** argv of the program; gets the address of the input and the folder as the program sees them */
  args: (inputUrl: string, folder: string) => string[];
  /** null where all that is read lies in `folder` */
  inputPath: string | null;
  /** a folder of this job alone, the only one that may be written to, within `limits.fileBytes` */
  folder?: string;
  /** what the program finds at /dev/stdin, where there is no input */
  stdin?: FileHandle;
  /** how many pipes to open: fd 3, 4, … */
  pipes: number;
  limits: Limits;
  /** 0 to 19: what is higher gives way to what is lower when all cores are busy; default 0 */
  niceness?: number | undefined;
  /** halts it for a while; only where bubblewrap ends it with us, which a halted one can't itself */
  brake?: Brake | undefined;
  /** aborting kills the process with its group */
  signal?: AbortSignal | undefined;
};

export type CagedExit = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

export type CagedProcess = {
  stdout: Readable;
  /** in the order of their descriptors, from fd 3; outputs are read, inputs are written and ended */
  pipes: Duplex[];
  /** Settles when the process is gone and all its pipes are closed; rejects when it can't start. */
  exit: Promise<CagedExit>;
  kill: () => void;
};

const STDERR_BYTES = 16 * 1024;

/**
 * Starts a media program in the cage: one input under an opaque name, no network, an empty
 * environment, bounded memory, CPU time, threads and descriptors. The caller must drain stdout and the
 * pipes. Rejects with the system's error when the input can't be opened, with MediaToolsError when
 * this machine has no such program.
 */
export async function startCaged(tools: MediaTools, job: CagedJob): Promise<CagedProcess> {
  const endTurn = isLarge(tools.memory, job.limits) ? await takeTurn(job.signal) : null;
  try {
    const started = await start(tools, job);
    if (endTurn) void started.exit.then(endTurn, endTurn);
    return started;
  } catch (error) {
    endTurn?.();
    throw error;
  }
}

async function start(tools: MediaTools, job: CagedJob): Promise<CagedProcess> {
  if (tools.account) await handOver(tools.account, job);
  if (job.inputPath === null) return launch(tools, job, job.stdin ?? null);
  // Opened here even where bubblewrap binds it, so that a missing input fails as itself.
  const input = await open(job.inputPath, 'r');
  try {
    if (tools.account) await openToAll(input);
    return launch(tools, job, input);
  } finally {
    await input.close();
  }
}

function launch(tools: MediaTools, job: CagedJob, input: FileHandle | null): CagedProcess {
  job.signal?.throwIfAborted();
  const program = tools[job.program];
  if (program === null) throw new MediaToolsError(`no ${job.program} runs on this machine`);
  const bound = tools.sandbox === 'bubblewrap';
  const filter = bound ? tools.filter : null;
  const [command = program, ...args] = commandLine(tools, job, program);
  const child = spawn(command, args, {
    // A group of its own, so that everything below it can be killed at once.
    detached: true,
    // Whoever has no cage may not pass through the folders above its own.
    cwd: tools.account && job.folder !== undefined ? job.folder : '/',
    ...tools.account,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
    stdio: [
      input && !(bound && job.inputPath !== null) ? input.fd : 'ignore',
      'pipe',
      'pipe',
      ...Array.from({ length: job.pipes + (filter ? 1 : 0) }, () => 'pipe' as const),
    ],
  });
  if (job.niceness && child.pid !== undefined) lowerSession(child.pid, job.niceness);
  const kill = (): void => killGroup(child);
  job.signal?.addEventListener('abort', kill, { once: true });
  const unbrake = bound && child.pid !== undefined ? job.brake?.follow(child.pid) : undefined;
  const exit = waitForExit(child).finally(() => {
    job.signal?.removeEventListener('abort', kill);
    unbrake?.();
  });
  // Whoever reads the pipes first may fail first; the exit is then never asked for.
  exit.catch(() => undefined);
  const pipes = child.stdio.slice(3) as Duplex[];
  if (filter) giveFilter(pipes.pop(), filter);
  return { stdout: child.stdio[1] as Readable, pipes, exit, kill };
}

/** Where the filter's pipe comes, behind those of the program. */
const filterPipe = (job: CagedJob): number => 3 + job.pipes;

function commandLine(tools: MediaTools, job: CagedJob, program: string): string[] {
  const { limits, niceness } = job;
  const { prlimit, choom, maxProcesses } = tools;
  const bound = tools.sandbox === 'bubblewrap';
  const memoryBytes = allowedBytes(tools.memory, limits);
  return [
    // Not set once it runs: what it begins below it by then would not have it.
    ...(niceness ? ['nice', '-n', String(niceness)] : []),
    ...(choom ? [choom, '-n', String(FIRST_TO_GO), '--'] : []),
    ...(prlimit ? [prlimit, ...limitArguments(limits, memoryBytes), '--'] : []),
    ...tools.wrapper,
    ...(bound ? [...binds(job), ...sealArguments(tools.filter && filterPipe(job))] : []),
    // Within, where nobody else's are counted.
    ...(bound && prlimit && maxProcesses ? [prlimit, `--nproc=${maxProcesses}`, '--'] : []),
    program,
    ...job.args(inputUrl(bound, job.inputPath), folderOf(tools, job)),
  ];
}

/** Short of memory, Linux ends what has the highest score first: from -1000, 1000 is all memory. */
const FIRST_TO_GO = 800;

/** bubblewrap reads it to its end before it begins; one that fails before that says why itself. */
function giveFilter(pipe: Duplex | undefined, filter: Buffer): void {
  pipe?.on('error', () => undefined);
  pipe?.resume();
  pipe?.end(filter);
}

function folderOf({ sandbox, account }: MediaTools, { folder }: CagedJob): string {
  if (sandbox === 'bubblewrap') return CAGED_FOLDER;
  return account ? '.' : (folder ?? '');
}

function binds({ inputPath, folder }: CagedJob): string[] {
  return [
    ...(inputPath === null ? [] : ['--ro-bind', inputPath, CAGED_INPUT]),
    ...(folder === undefined ? [] : ['--bind', folder, CAGED_FOLDER]),
  ];
}

/** Where nothing is bound the input is stdin, reopened through /proc so that it can be sought in. */
function inputUrl(bound: boolean, path: string | null): string {
  if (path === null) return '';
  if (bound) return `file:${CAGED_INPUT}`;
  return process.platform === 'linux' ? 'file:/proc/self/fd/0' : `file:${path}`;
}

/** Linux lets all users together set one session's share in this time, root's aside (sched(7)). */
const SESSION_MS = 120;

/** Each process leads a session, and Linux may share cores out by session first. */
function lowerSession(pid: number, niceness: number, triesLeft = 10): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // Else it is gone already, or the system knows no such thing.
    const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (isTooSoon && triesLeft > 0)
      setTimeout(lowerSession, SESSION_MS, pid, niceness, triesLeft - 1).unref();
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group ended between the check and the call.
  }
}

function waitForExit(child: ChildProcess): Promise<CagedExit> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_BYTES);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stderr }));
  });
}

/** Text of stdout and the exit of a process with small output, killed after `timeoutMs`. */
export async function runCaged(
  tools: MediaTools,
  job: CagedJob,
  timeoutMs: number,
  onText: (text: string) => void,
): Promise<CagedExit & { timedOut: boolean }> {
  const started = await startCaged(tools, job);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    started.kill();
  }, timeoutMs);
  try {
    started.stdout.setEncoding('utf8').on('data', onText);
    for (const pipe of started.pipes) pipe.resume();
    const exit = await started.exit;
    job.signal?.throwIfAborted();
    return { ...exit, timedOut };
  } finally {
    clearTimeout(timer);
  }
}
