import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromChild } from './child-program.ts';
import { createTurns } from './turns.ts';

/** So many calls wait while one is at work; later ones get 503 and may try again. */
const MAX_WAITING = 4;

/** Loading takes a fifth of a second; on a machine that is this late, something else is wrong. */
const START_LIMIT_MS = 30_000;

/** A third of a core's time where requests want all of it, so that an answer still comes in time. */
const NICENESS = 5;

/**
 * Opens work on what strangers give, each in a process of its own and one at a time: a file that keeps
 * its reader busy, or takes it over, has no part in ours.
 *
 * @param program a file that calls `answerParent` with such work
 * @returns asks once; null when the program ends or is later than its limit. Throws AppError
 *   unavailable when too many wait already
 */
export function createChildWork<Work extends (question: never) => unknown>(
  program: string,
): (question: Parameters<Work>[0], limitMs: number) => Promise<Awaited<ReturnType<Work>> | null> {
  type Answer = Awaited<ReturnType<Work>> | null;
  const takeTurn = createTurns(1, MAX_WAITING);
  return (question, limitMs) =>
    takeTurn(() => askApart(program, question, limitMs) as Promise<Answer>);
}

async function askApart(program: string, question: object, limitMs: number): Promise<unknown> {
  const child = fork(program, {
    serialization: 'advanced',
    // The child gets none of our secrets, and no flags that are for us.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Requests come first; before it has threads, which take after it.
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  const gone = Promise.withResolvers<void>();
  child.once('exit', () => gone.resolve());
  // The child could not be started, or had ended when a message was sent.
  child.on('error', () => gone.resolve());
  const messages = openMessages(child, gone.promise);
  try {
    const isReady = (await messages(START_LIMIT_MS))?.type === 'ready';
    if (!isReady) throw new Error(`${program} did not start`);
    child.send(question);
    const message = await messages(limitMs);
    return message?.type === 'answer' ? message.answer : null;
  } finally {
    child.kill('SIGKILL');
    await gone.promise;
  }
}

/** @returns a function that waits for the next message; null when the process ends or is late */
function openMessages(
  child: ChildProcess,
  gone: Promise<void>,
): (limitMs: number) => Promise<FromChild | null> {
  let next = Promise.withResolvers<FromChild | null>();
  child.on('message', (message: FromChild) => next.resolve(message));
  return async (limitMs) => {
    const late = new AbortController();
    const end = sleep(limitMs, null, { signal: late.signal }).catch(() => null);
    const message = await Promise.race([next.promise, gone.then(() => null), end]);
    late.abort();
    next = Promise.withResolvers();
    return message;
  };
}
