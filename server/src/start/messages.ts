import type { FirstSignIn } from '../bootstrap.ts';

/** Messages between the supervisor and its processes, over their channel. */
export type ToProcess = { type: 'begin'; databaseUrl: string | null };
export type FromProcess =
  | { type: 'ready' }
  | { type: 'unable'; reason: string }
  | { type: 'refused'; reason: string }
  | { type: 'prepared'; signIn: FirstSignIn | null };

/** The supervisor's word to begin; programs load while the database starts. */
export function waitForBegin(): Promise<ToProcess> {
  return new Promise((resolve) => {
    process.once('message', (message) => resolve(message as ToProcess));
  });
}

export function notifySupervisor(message: FromProcess): void {
  process.send?.(message);
}
