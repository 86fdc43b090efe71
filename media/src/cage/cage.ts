import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Duplex, Readable } from 'node:stream';
import type { Suspension } from './suspension.ts';
import {
  CAGED_FOLDER,
  CAGED_INPUT,
  type Limits,
  buildLimitArguments,
  buildSealArguments,
} from './cage-arguments.ts';
import { MediaToolsError } from './errors.ts';
import { handOver, makeReadableByAll } from './hand-over.ts';
import { getAllowedBytes, isLarge, takeTurn } from './memory-share.ts';
import type { MediaTools } from './tools.ts';

export type CagedJob = {
  program: 'ffmpeg' | 'ffprobe' | 'packager';
  /** argv of the program, from the address of the input and the folder as the program sees them */
  args: (inputUrl: string, folder: string) => string[];
  /** null when all input is in `folder` */
  inputPath: string | null;
  /** a folder of this job alone; the program may write only there, within `limits.fileBytes` */
  folder?: string;
  /** the program's /dev/stdin, where it has no input */
  stdin?: FileHandle;
  /** how many pipes to open: fd 3, 4, … */
  pipes: number;
  limits: Limits;
  /** 0 to 19: a process of a higher value yields to a lower one when all cores are busy; default 0 */
  niceness?: number | undefined;
  /**
   * suspends it for a while; only where bubblewrap ends it with us, which a suspended process can't
   * do itself
   */
  suspension?: Suspension | undefined;
  /** aborting kills the process with its group */
  signal?: AbortSignal | undefined;
};

export type CagedExit = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

export type CagedProcess = {
  stdout: Readable;
  /**
   * in the order of their descriptors, from fd 3; the caller reads outputs, and writes and ends
   * inputs
   */
  pipes: Duplex[];
  /** Settles when the process is gone and all its pipes are closed; rejects when it can't start. */
  exit: Promise<CagedExit>;
  kill: () => void;
};

const STDERR_BYTES = 16 * 1024;

/**
 * Starts a media program in the cage: one input under an opaque name, no network, an empty
 * environment, bounded memory, CPU time, threads and descriptors. The caller must drain stdout and the
 * pipes, at once: what an ended process has said is lost otherwise. Rejects with the system's error
 * when the input can't be opened, with MediaToolsError when this machine has no such program.
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
  // The input is opened even where bubblewrap binds it, so that a missing file gives its own error.
  const input = await open(job.inputPath, 'r');
  try {
    if (tools.account) await makeReadableByAll(input);
    return launch(tools, job, input);
  } finally {
    // The process has a handle of its own. Waiting here could miss the process' end, and its unread output.
    void input.close().catch(() => undefined);
  }
}

function launch(tools: MediaTools, job: CagedJob, input: FileHandle | null): CagedProcess {
  job.signal?.throwIfAborted();
  const program = tools[job.program];
  if (program === null) throw new MediaToolsError(`no ${job.program} runs on this machine`);
  const bound = tools.sandbox === 'bubblewrap';
  const filter = bound ? tools.filter : null;
  const [command = program, ...args] = buildCommandLine(tools, job, program);
  const child = spawn(command, args, {
    // The process leads a group, so that it can be killed with its children at once.
    detached: true,
    // Without a cage a process may not pass through the folders above its own.
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
  const removeFromSuspension =
    bound && child.pid !== undefined ? job.suspension?.add(child.pid) : undefined;
  const exit = waitForExit(child).finally(() => {
    job.signal?.removeEventListener('abort', kill);
    removeFromSuspension?.();
  });
  // A reader of the pipes may fail first, and then the exit is not awaited.
  exit.catch(() => undefined);
  const pipes = child.stdio.slice(3) as Duplex[];
  // bubblewrap reads the filter to its end before it starts.
  if (filter) feedPipe(pipes.pop(), filter);
  return { stdout: child.stdio[1] as Readable, pipes, exit, kill };
}

/** The filter's pipe comes after those of the program. */
const getFilterPipe = (job: CagedJob): number => 3 + job.pipes;

function buildCommandLine(tools: MediaTools, job: CagedJob, program: string): string[] {
  const { limits, niceness } = job;
  const { prlimit, choom, maxProcesses } = tools;
  const bound = tools.sandbox === 'bubblewrap';
  const memoryBytes = getAllowedBytes(tools.memory, limits);
  return [
    // The niceness must be set first, as processes started before it would not inherit it.
    ...(niceness ? ['nice', '-n', String(niceness)] : []),
    ...(choom ? [choom, '-n', String(FIRST_TO_GO), '--'] : []),
    ...(prlimit ? [prlimit, ...buildLimitArguments(limits, memoryBytes), '--'] : []),
    ...tools.wrapper,
    ...(bound
      ? [...buildBinds(job), ...buildSealArguments(tools.filter && getFilterPipe(job))]
      : []),
    // This limit is set within the cage, where processes of others don't count.
    ...(bound && prlimit && maxProcesses ? [prlimit, `--nproc=${maxProcesses}`, '--'] : []),
    program,
    ...job.args(getInputUrl(bound, job.inputPath), getFolder(tools, job)),
  ];
}

/**
 * Short of memory, Linux ends the process with the highest score first: from -1000, 1000 is all
 * memory.
 */
const FIRST_TO_GO = 800;

/** Writes all that a process reads from a pipe, which it may close before it has read it. */
export function feedPipe(pipe: Duplex | undefined, bytes: Buffer): void {
  // A process that ends early reports why itself.
  pipe?.on('error', () => undefined);
  pipe?.resume();
  pipe?.end(bytes);
}

function getFolder({ sandbox, account }: MediaTools, { folder }: CagedJob): string {
  if (sandbox === 'bubblewrap') return CAGED_FOLDER;
  return account ? '.' : (folder ?? '');
}

function buildBinds({ inputPath, folder }: CagedJob): string[] {
  return [
    ...(inputPath === null ? [] : ['--ro-bind', inputPath, CAGED_INPUT]),
    ...(folder === undefined ? [] : ['--bind', folder, CAGED_FOLDER]),
  ];
}

/** Without a bound file the input is stdin, reopened through /proc so that it can be seeked in. */
function getInputUrl(bound: boolean, path: string | null): string {
  if (path === null) return '';
  if (bound) return `file:${CAGED_INPUT}`;
  return process.platform === 'linux' ? 'file:/proc/self/fd/0' : `file:${path}`;
}

/** Linux lets all users but root set one session's share per this time (sched(7)). */
const SESSION_MS = 120;

/** Each process leads a session, and Linux may divide cores by session first. */
function lowerSession(pid: number, niceness: number, triesLeft = 10): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // Any other error means that the process has ended or the system has no such file.
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

/** Passes stdout as text to `onText` and returns the exit; the process is killed after `timeoutMs`. */
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
