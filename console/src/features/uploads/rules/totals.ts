import type { Check } from './check.ts';
import type { UploadState } from './queue.ts';
import { getSecondsLeft } from './rate.ts';

type Counted = {
  state: UploadState;
  check: Pick<Check, 'state' | 'processing'> | null;
  sentBytes: number;
  sizeBytes: number;
  bytesPerSecond: number | null;
};

export type Totals = {
  count: number;
  uploaded: number;
  uploading: number;
  waiting: number;
  failed: number;
  interrupted: number;
  paused: number;
  checkErrors: number;
  /** Encoded whole. */
  ready: number;
  /** From 0 to 1, by bytes. */
  progress: number;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
};

/** Bytes move, or will by themselves. */
export function isGoing({ uploading, waiting }: Totals): boolean {
  return uploading + waiting > 0;
}

const NO_UPLOADS = {
  queued: 0,
  uploading: 0,
  retry: 0,
  failed: 0,
  paused: 0,
  interrupted: 0,
  uploaded: 0,
} satisfies Record<UploadState, number>;

const known = new WeakMap<readonly Counted[], Totals>();

/**
 * The queue as a whole. Time left counts work that goes on by itself, not what waits for a person. Each queue
 * is counted once for all callers.
 */
export function countTotals(entries: readonly Counted[]): Totals {
  const found = known.get(entries) ?? count(entries);
  known.set(entries, found);
  return found;
}

function count(entries: readonly Counted[]): Totals {
  const states: Record<UploadState, number> = { ...NO_UPLOADS };
  let [size, sent, rest, checkErrors, ready] = [0, 0, 0, 0, 0];
  let bytesPerSecond: number | null = null;
  for (const { state, check, sizeBytes, sentBytes, bytesPerSecond: own } of entries) {
    states[state] += 1;
    size += sizeBytes;
    sent += sentBytes;
    if (GOING.includes(state)) rest += Math.max(0, sizeBytes - sentBytes);
    if (own !== null) bytesPerSecond = (bytesPerSecond ?? 0) + own;
    if (check?.state === 'error') checkErrors += 1;
    if (check?.processing === 'completed') ready += 1;
  }
  const { uploaded, uploading, failed, interrupted, paused } = states;
  return {
    count: entries.length,
    uploaded,
    uploading,
    failed,
    interrupted,
    paused,
    waiting: states.queued + states.retry,
    checkErrors,
    ready,
    bytesPerSecond,
    progress: size === 0 ? 0 : Math.min(1, sent / size),
    secondsLeft: getSecondsLeft(rest, bytesPerSecond),
  };
}

const GOING: readonly UploadState[] = ['queued', 'uploading', 'retry'];
