import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Role } from '../base/config.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** `refused`: this machine lacks what the role needs, so that it stays away. */
type Readiness = 'ready' | 'refused';

/** One role's process, which is started again when it dies. */
export type Supervised = {
  /** Settles when it has been ready for the first time; rejects when it never can be. */
  ready: Promise<Readiness>;
  /** Lets it begin, with the database that it works on; a changed one restarts it. */
  begin: (databaseUrl: string | null) => void;
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => void;
};

/** A process that dies again and again is started ever more slowly. */
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** One that lived this long died of something new. */
const HEALTHY_MS = 60_000;
const KILL_AFTER_MS = 11_000;

/** Loads the role's program at once; it begins on `begin`. */
export function supervise(role: Role, say: (line: string) => void): Supervised {
  const ready = Promise.withResolvers<Readiness>();
  ready.promise.catch(() => undefined);
  let order: ToProcess | null = null;
  let isStopping = false;
  let delayMs = MIN_DELAY_MS;
  let timer: NodeJS.Timeout | undefined;
  let child = launch();

  function launch(): ChildProcess {
    const started = Date.now();
    const next = forkProgram(role);
    next.on('message', (message: FromProcess) => {
      if (message.type === 'ready') ready.resolve('ready');
      if (message.type === 'refused') {
        isStopping = true;
        say(`The ${role} is not started. ${message.reason}`);
        ready.resolve('refused');
        next.kill();
      }
      if (message.type !== 'unable') return;
      ready.reject(new Error(message.reason));
      say(`The ${role} could not start: ${message.reason}`);
      next.kill();
    });
    next.once('exit', (code, signal) => {
      if (isStopping) return;
      if (Date.now() - started > HEALTHY_MS) delayMs = MIN_DELAY_MS;
      say(
        `The ${role} ended (${signal ?? `code ${code}`}); it starts again in ${delayMs / 1000} s.`,
      );
      timer = setTimeout(() => (child = launch()), delayMs);
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    });
    if (order) next.send(order);
    return next;
  }

  return {
    ready: ready.promise,
    begin: (databaseUrl) => {
      const isChanged = order !== null && order.databaseUrl !== databaseUrl;
      const isFirst = order === null;
      order = { type: 'begin', databaseUrl };
      if (isFirst) child.send(order);
      else if (isChanged) child.kill();
    },
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await endProcess(child);
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/** Runs a program of this folder; its channel closes with us, which ends it too. */
export function forkProgram(name: string): ChildProcess {
  const child = fork(join(import.meta.dirname, `${name}.ts`), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Bodies of uploads die young: a small nursery lets their buffers go sooner.
    execArgv: name === 'api' ? ['--max-semi-space-size=2'] : [],
  });
  // A message to one that has just died fails; its exit is handled.
  child.on('error', () => undefined);
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  clearTimeout(timer);
}
