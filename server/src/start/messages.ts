import type { FirstSignIn } from '../bootstrap.ts';

/** What the supervisor and its processes tell each other over their channel. */
export type ToProcess = { type: 'begin'; databaseUrl: string | null };
export type FromProcess =
  | { type: 'ready' }
  | { type: 'unable'; reason: string }
  | { type: 'refused'; reason: string }
  | { type: 'prepared'; signIn: FirstSignIn | null };

/** The supervisor's word to begin; programs load while the database starts. */
export function begun(): Promise<ToProcess> {
  return new Promise((resolve) => {
    process.once('message', (message) => resolve(message as ToProcess));
  });
}

export function tell(message: FromProcess): void {
  process.send?.(message);
}
