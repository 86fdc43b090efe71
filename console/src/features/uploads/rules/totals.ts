import type { Check } from './check.ts';
import type { UploadState } from './queue.ts';
import { secondsLeft } from './rate.ts';

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

/** The queue as a whole. Time left counts what goes on by itself, not what waits for a person. */
export function totalsOf(entries: readonly Counted[]): Totals {
  const count = (state: UploadState) => entries.filter((entry) => entry.state === state).length;
  const sum = (of: readonly Counted[], value: (entry: Counted) => number) =>
    of.reduce((total, entry) => total + value(entry), 0);
  const size = sum(entries, (entry) => entry.sizeBytes);
  const moving = entries.filter((entry) => entry.bytesPerSecond !== null);
  const bytesPerSecond =
    moving.length === 0 ? null : sum(moving, (entry) => entry.bytesPerSecond ?? 0);
  const going = entries.filter((entry) => ['queued', 'uploading', 'retry'].includes(entry.state));
  const rest = sum(going, (entry) => Math.max(0, entry.sizeBytes - entry.sentBytes));
  return {
    count: entries.length,
    uploaded: count('uploaded'),
    uploading: count('uploading'),
    waiting: count('queued') + count('retry'),
    failed: count('failed'),
    interrupted: count('interrupted'),
    paused: count('paused'),
    checkErrors: entries.filter((entry) => entry.check?.state === 'error').length,
    ready: entries.filter((entry) => entry.check?.processing === 'completed').length,
    progress: size === 0 ? 0 : Math.min(1, sum(entries, (entry) => entry.sentBytes) / size),
    bytesPerSecond,
    secondsLeft: secondsLeft(rest, bytesPerSecond),
  };
}
