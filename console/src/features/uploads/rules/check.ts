import { FILE_CHECK_DEADLINE_MS } from '@kinora/contract/uploads';
import type { ProcessingState, SourceProblem, VideoSummary } from '@kinora/contract/videos/summary';

/** The file check that follows the last byte (specification 2, section 4). */
export type CheckState = 'checking' | 'complete' | 'error' | 'overtime';

export type Check = {
  state: CheckState;
  processing: ProcessingState;
  playable: boolean;
  /** The progress of protecting a video that viewers can't watch before. */
  protecting: VideoSummary['vod']['protecting'];
  /** Whole percent of the encoding. */
  progress: number;
  /** Its smallest picture. */
  coverUrl: string | null;
  /** Where the error is; null without one. */
  fault: 'file' | 'check' | 'encoding' | null;
  expectedOutputs: number;
  completedOutputs: number;
  reason: SourceProblem | null;
  /** Nothing further will happen: no more asking. */
  isFinal: boolean;
};

/** Before the server was asked for the first time. */
export const NOT_YET_CHECKED: Check = {
  state: 'checking',
  processing: 'sourceIngression',
  playable: false,
  protecting: null,
  progress: 0,
  coverUrl: null,
  fault: null,
  expectedOutputs: 0,
  completedOutputs: 0,
  reason: null,
  isFinal: false,
};

const ACCEPTED: Readonly<Record<ProcessingState, boolean>> = {
  sourceWaiting: false,
  sourceIngression: false,
  processing: true,
  partiallyCompleted: true,
  completed: true,
  failed: false,
};

/** Every answer that names a video says this of it. */
export type CheckedVideo = Pick<VideoSummary, 'playable' | 'coverImage' | 'vod'>;

/** Reads the state of a video's file. A file that is being encoded has passed, however long it takes. */
export function toCheck(video: CheckedVideo, uploadedAtMs: number, nowMs: number): Check {
  const { processingInfo: info, source, protecting } = video.vod;
  const fault = findFault(video);
  const isLate = nowMs - uploadedAtMs >= FILE_CHECK_DEADLINE_MS;
  const waiting: CheckState = isLate ? 'overtime' : 'checking';
  const state: CheckState = fault ? 'error' : ACCEPTED[info.state] ? 'complete' : waiting;
  return {
    state,
    processing: info.state,
    playable: video.playable,
    protecting,
    progress: info.progress,
    coverUrl: video.coverImage?.sizes.toSorted((a, b) => a.width - b.width)[0]?.url ?? null,
    fault,
    expectedOutputs: info.totalExpectedOutputs,
    completedOutputs: info.totalCompletedOutputs,
    reason: source.probeErrorDetail ?? info.failureReason,
    isFinal:
      fault !== null ||
      state === 'overtime' ||
      (info.state === 'completed' && protecting !== 'running') ||
      // The video plays, and the rest was given up.
      (ACCEPTED[info.state] && info.failureReason !== null),
  };
}

function findFault({ vod: { source, processingInfo } }: CheckedVideo): Check['fault'] {
  if (source.probeErrorType !== null) {
    return source.probeErrorType === 'probeFileError' ? 'file' : 'check';
  }
  return processingInfo.state === 'failed' ? 'encoding' : null;
}

/** Merges two answers, which may arrive out of order: within one state, progress never falls. */
export function mergeCheck(last: Check | null, next: Check): Check {
  if (last?.processing !== next.processing || last.progress <= next.progress) return next;
  return { ...next, progress: last.progress };
}

/** The check when the server did not answer at all. */
export function toUnansweredCheck(last: Check, uploadedAtMs: number, nowMs: number): Check {
  const isLate = nowMs - uploadedAtMs >= FILE_CHECK_DEADLINE_MS;
  if (!isLate || last.state !== 'checking') return last;
  return { ...last, state: 'overtime', isFinal: true };
}
