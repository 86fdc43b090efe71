import { FILE_CHECK_DEADLINE_MS } from '@kinora/contract/uploads';
import type { ProcessingState, SourceProblem, Video } from '@kinora/contract/videos';

/** The file check that follows the last byte (specification 2, section 4). */
export type CheckState = 'checking' | 'complete' | 'error' | 'overtime';

export type Check = {
  state: CheckState;
  processing: ProcessingState;
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

/** Reads what a video says of its file. A file that is being encoded has passed, however long it takes. */
export function toCheck(video: Pick<Video, 'vod'>, uploadedAtMs: number, nowMs: number): Check {
  const { processingInfo: info, source } = video.vod;
  const hasError = source.probeErrorType !== null || info.state === 'failed';
  const isLate = nowMs - uploadedAtMs >= FILE_CHECK_DEADLINE_MS;
  const waiting: CheckState = isLate ? 'overtime' : 'checking';
  const state: CheckState = hasError ? 'error' : ACCEPTED[info.state] ? 'complete' : waiting;
  return {
    state,
    processing: info.state,
    expectedOutputs: info.totalExpectedOutputs,
    completedOutputs: info.totalCompletedOutputs,
    reason: source.probeErrorDetail ?? info.failureReason,
    isFinal: state === 'error' || state === 'overtime' || info.state === 'completed',
  };
}

/** The check when the server did not answer at all. */
export function toUnansweredCheck(last: Check, uploadedAtMs: number, nowMs: number): Check {
  const isLate = nowMs - uploadedAtMs >= FILE_CHECK_DEADLINE_MS;
  if (!isLate || last.state !== 'checking') return last;
  return { ...last, state: 'overtime', isFinal: true };
}
