import { FILE_CHECK_DEADLINE_MS } from '@kinora/contract/uploads';
import type { SourceProblem, VideoSummary } from '@kinora/contract/videos/summary';
import type { RowKind } from '../../uploads/rules/row.ts';

/** Names a video's state: `videos.states.{kind}`. */
export type StateKind =
  | 'uploading'
  | 'queued'
  | 'elsewhere'
  | 'offline'
  | 'stalled'
  | 'retry'
  | 'uploadFailed'
  | 'paused'
  | 'interrupted'
  | 'checking'
  | 'checkingLong'
  | 'fileError'
  | 'checkFailed'
  | 'processing'
  | 'partiallyCompleted'
  | 'playable'
  | 'protecting'
  | 'protectionFailed'
  | 'completed'
  | 'failed';

export type StateTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** An upload of this browser, as the upload panel shows it. */
export type OwnUpload = {
  kind: RowKind;
  sentBytes: number;
  sizeBytes: number;
  /** Until it is tried again; null while nothing waits for that. */
  secondsToRetry: number | null;
};

export type VideoState = {
  kind: StateKind;
  tone: StateTone;
  /** From 0 to 1, of the upload or of the encoding; undefined where nothing is measured. */
  progress: number | undefined;
  /** Outputs that are complete, of those that are expected. */
  done: number;
  expected: number;
  /** Says why it was given up. */
  reason: SourceProblem | null;
  secondsToRetry: number | null;
};

const TONES: Readonly<Record<StateKind, StateTone>> = {
  uploading: 'info',
  queued: 'neutral',
  elsewhere: 'neutral',
  offline: 'warning',
  stalled: 'warning',
  retry: 'warning',
  uploadFailed: 'danger',
  paused: 'neutral',
  interrupted: 'warning',
  checking: 'info',
  checkingLong: 'warning',
  fileError: 'danger',
  checkFailed: 'danger',
  processing: 'info',
  partiallyCompleted: 'warning',
  playable: 'info',
  protecting: 'info',
  protectionFailed: 'danger',
  completed: 'success',
  failed: 'danger',
};

type Subject = Pick<VideoSummary, 'playable' | 'uploadingInfo' | 'vod'>;

function getUploadKind(video: Subject, own: OwnUpload | undefined): StateKind {
  const kind = own && OWN_KINDS[own.kind];
  return kind ?? (video.uploadingInfo.isInterrupted ? 'interrupted' : 'uploading');
}

/** Says what this browser knows of its uploads; of what the server has it knows no more than that. */
const OWN_KINDS: Readonly<Partial<Record<RowKind, StateKind>>> = {
  uploading: 'uploading',
  queued: 'queued',
  elsewhere: 'elsewhere',
  offline: 'offline',
  stalled: 'stalled',
  retry: 'retry',
  waiting: 'retry',
  failed: 'uploadFailed',
  paused: 'paused',
  interrupted: 'interrupted',
};

/** The 240 s of the file check are over (decisions, section 7). */
function isCheckLong(video: Subject, nowMs: number): boolean {
  const { uploadCompleteTime } = video.uploadingInfo;
  if (uploadCompleteTime === null) return false;
  return nowMs - Date.parse(uploadCompleteTime) >= FILE_CHECK_DEADLINE_MS;
}

function getKind(video: Subject, nowMs: number, own: OwnUpload | undefined): StateKind {
  const { processingInfo, protecting, source } = video.vod;
  if (source.probeErrorType === 'probeFileError') return 'fileError';
  if (source.probeErrorType !== null) return 'checkFailed';
  switch (processingInfo.state) {
    case 'sourceWaiting':
      return getUploadKind(video, own);
    case 'sourceIngression':
      return isCheckLong(video, nowMs) ? 'checkingLong' : 'checking';
    case 'partiallyCompleted':
      if (video.playable) return 'playable';
      // The outputs that are there wait to be protected with the rest.
      return protecting === 'running' && processingInfo.failureReason === null
        ? 'processing'
        : 'partiallyCompleted';
    case 'completed':
      if (protecting === 'running') return 'protecting';
      return protecting === 'failed' ? 'protectionFailed' : 'completed';
    default:
      return processingInfo.state;
  }
}

function getProgress(
  kind: StateKind,
  video: Subject,
  own: OwnUpload | undefined,
): number | undefined {
  const { processingInfo } = video.vod;
  if (processingInfo.state === 'sourceWaiting') {
    const known = video.uploadingInfo.progress / 100;
    // This browser knows more about its own upload than the server's last answer.
    if (own === undefined || own.sizeBytes === 0) return known;
    return Math.min(1, own.sentBytes / own.sizeBytes);
  }
  const encodes = kind === 'processing' || kind === 'playable' || kind === 'partiallyCompleted';
  return encodes ? processingInfo.progress / 100 : undefined;
}

/** The most important fact about a video (specification 3, section 4). */
export function getVideoState(video: Subject, nowMs: number, own?: OwnUpload): VideoState {
  const { processingInfo, source } = video.vod;
  const kind = getKind(video, nowMs, own);
  return {
    kind,
    tone: TONES[kind],
    progress: getProgress(kind, video, own),
    done: processingInfo.totalCompletedOutputs,
    expected: processingInfo.totalExpectedOutputs,
    reason: source.probeErrorDetail ?? processingInfo.failureReason,
    secondsToRetry: kind === 'retry' ? (own?.secondsToRetry ?? null) : null,
  };
}

/** A video counts as uploading until its last byte is there. */
export function isUploading(video: Subject): boolean {
  return video.vod.processingInfo.state === 'sourceWaiting';
}

/**
 * Says whether the video was refused or failed before any of it could be played, so that its page never will.
 */
export function isGivenUp(video: Subject): boolean {
  const { processingInfo, source } = video.vod;
  const hasFailed = source.probeErrorType !== null || processingInfo.failureReason !== null;
  return hasFailed && !video.playable;
}

/** Something will change by itself, so the video is asked for again. */
export function isMoving(video: Subject): boolean {
  const { processingInfo, protecting, source } = video.vod;
  if (source.probeErrorType !== null || processingInfo.failureReason !== null) return false;
  if (processingInfo.state === 'sourceWaiting') return video.uploadingInfo.state !== 'queued';
  if (processingInfo.state === 'completed') return protecting === 'running';
  return processingInfo.state !== 'failed';
}
