import type { Check } from './check.ts';
import type { UploadState } from './queue.ts';

/** A row of the queue says one of these. */
export type RowKind =
  | 'elsewhere'
  | 'queued'
  | 'offline'
  | 'uploading'
  | 'stalled'
  | 'waiting'
  | 'retry'
  | 'failed'
  | 'paused'
  | 'interrupted'
  | 'checking'
  | 'overtime'
  | 'processing'
  | 'playable'
  | 'protecting'
  | 'protectionFailed'
  | 'ready'
  | 'partly'
  | 'fileError'
  | 'checkFailed'
  | 'encodingFailed';

type Row = {
  state: UploadState;
  isStalled: boolean;
  waitingUntil: number | null;
  check: Pick<
    Check,
    'state' | 'processing' | 'playable' | 'protecting' | 'fault' | 'reason'
  > | null;
};

/** The most important fact about an upload. `isMine`: this tab sends it. */
export function getRowKind(row: Row, isMine: boolean, isOnline: boolean): RowKind {
  if (row.state === 'uploaded') return getCheckKind(row.check);
  if (row.state === 'interrupted') return 'interrupted';
  if (!isMine && row.state === 'queued') return 'elsewhere';
  if (row.state === 'queued' && !isOnline) return 'offline';
  if (row.state !== 'uploading') return row.state;
  if (row.waitingUntil !== null) return 'waiting';
  return row.isStalled ? 'stalled' : 'uploading';
}

function getCheckKind(check: Row['check']): RowKind {
  if (check === null || check.state === 'checking') return 'checking';
  if (check.fault !== null) return FAULTS[check.fault];
  if (check.state === 'overtime') return 'overtime';
  if (check.processing === 'completed' && check.protecting !== null) {
    return check.protecting === 'running' ? 'protecting' : 'protectionFailed';
  }
  if (check.processing === 'completed') return 'ready';
  if (check.reason !== null) return 'partly';
  return check.playable ? 'playable' : 'processing';
}

const FAULTS = {
  file: 'fileError',
  check: 'checkFailed',
  encoding: 'encodingFailed',
} as const satisfies Record<NonNullable<Check['fault']>, RowKind>;

/** The server has refused these for good, and another file may take their place. */
export function isAtFault(kind: RowKind): boolean {
  return kind === 'fileError' || kind === 'checkFailed' || kind === 'encodingFailed';
}

export type RowTone = 'neutral' | 'info' | 'warning' | 'danger' | 'success';

export const TONES: Readonly<Record<RowKind, RowTone>> = {
  elsewhere: 'neutral',
  queued: 'neutral',
  offline: 'warning',
  uploading: 'info',
  stalled: 'warning',
  waiting: 'warning',
  retry: 'warning',
  failed: 'danger',
  paused: 'neutral',
  interrupted: 'warning',
  checking: 'info',
  overtime: 'warning',
  processing: 'info',
  playable: 'info',
  protecting: 'info',
  protectionFailed: 'danger',
  ready: 'success',
  partly: 'warning',
  fileError: 'danger',
  checkFailed: 'danger',
  encodingFailed: 'danger',
};

/** From 0 to 1; undefined where nothing can be measured. */
export function getRowProgress(
  row: { sentBytes: number; sizeBytes: number; check: Check | null },
  kind: RowKind,
): number | undefined {
  if (kind === 'checking') return undefined;
  if (kind === 'processing' || kind === 'playable') return (row.check?.progress ?? 0) / 100;
  return row.sizeBytes === 0 ? 0 : Math.min(1, row.sentBytes / row.sizeBytes);
}
