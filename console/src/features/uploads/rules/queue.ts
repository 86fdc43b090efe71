import {
  CONCURRENT_UPLOADS,
  FAILED_AT_RETRY_DELAY_MS,
  FIRST_RETRY_DELAY_MS,
} from '@kinora/contract/uploads';

/**
 * `paused` by the person; `interrupted`: this page has not got the file (any more), it wants to be
 * continued; `uploaded`: the server has every byte.
 */
export type UploadState =
  | 'queued'
  | 'uploading'
  | 'retry'
  | 'failed'
  | 'paused'
  | 'interrupted'
  | 'uploaded';

export type Failure =
  | 'unreachable'
  | 'signedOut'
  | 'forbidden'
  | 'gone'
  | 'locked'
  | 'storageFull'
  | 'server'
  | 'refused'
  | 'fileUnreadable'
  /** Not tried, because too many others failed. */
  | 'others';

export type QueueEntry = {
  state: UploadState;
  /** The delay of the running or the last retry; 0 before the first error. */
  retryDelayMs: number;
  /** Says when it is tried again by itself; ms since 1970. */
  retryAt: number | null;
  failure: Failure | null;
};

/** These don't get better by trying again (specification 2, section 4: a 403 is not retried). */
const FINAL_FAILURES: readonly Failure[] = ['forbidden', 'fileUnreadable'];

/** More failed ones than this, and the rest is not tried. */
const MAX_FAILED = 2;

/** Finds what may start now, in the order of the queue. */
export function listNextToStart<T extends QueueEntry>(entries: readonly T[]): T[] {
  const running = entries.filter((entry) => entry.state === 'uploading').length;
  return entries
    .filter((entry) => entry.state === 'queued')
    .slice(0, Math.max(0, CONCURRENT_UPLOADS - running));
}

/** An entry after its transport gave up: 5 s, doubling, failed when the delay reaches 160 s. */
export function applyError<T extends QueueEntry>(entry: T, failure: Failure, nowMs: number): T {
  const delay = entry.retryDelayMs === 0 ? FIRST_RETRY_DELAY_MS : entry.retryDelayMs * 2;
  if (FINAL_FAILURES.includes(failure) || delay >= FAILED_AT_RETRY_DELAY_MS) {
    return { ...entry, state: 'failed', retryAt: null, failure };
  }
  return { ...entry, state: 'retry', retryDelayMs: delay, retryAt: nowMs + delay, failure };
}

export type Cause = Exclude<Failure, 'others'>;

/** The one cause of all failures, those aside that were not tried; null when there are several. */
export function findCommonFailure(entries: readonly Pick<QueueEntry, 'failure'>[]): Cause | null {
  const causes = new Set(entries.map(({ failure }) => failure));
  causes.delete('others');
  const [cause] = causes;
  return causes.size === 1 && cause && cause !== 'others' ? cause : null;
}

/** The queue after one failed: with more than 2 failed, all that wait are failed too. */
export function failTheRest<T extends QueueEntry>(entries: readonly T[]): T[] {
  const failed = entries.filter((entry) => entry.state === 'failed').length;
  if (failed <= MAX_FAILED) return [...entries];
  return entries.map((entry) =>
    entry.state === 'queued' ? { ...entry, state: 'failed', failure: 'others' } : entry,
  );
}

/** Puts an entry back into the queue by hand, which resets the delays. */
export function retryNow<T extends QueueEntry>(entry: T): T {
  return { ...entry, state: 'queued', retryDelayMs: 0, retryAt: null, failure: null };
}

/** Back into the queue when the countdown ends: the next delay is the double one. */
export function retryDue<T extends QueueEntry>(entry: T): T {
  return { ...entry, state: 'queued', retryAt: null };
}

/** Whole seconds until the next try, never negative. */
export function countSecondsUntil(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}

/** Says which failure an HTTP status stands for; 0 is no answer at all. */
export function toFailure(status: number): Failure {
  if (status === 0 || status === 502 || status === 504) return 'unreachable';
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'gone';
  if (status === 423) return 'locked';
  if (status === 507) return 'storageFull';
  return status >= 500 ? 'server' : 'refused';
}
