import { STALE_UPLOAD_MS } from '@kinora/contract/uploads';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import type { Renditions } from './rules/stream-parts.ts';

/**
 * The processing state of a revision, from the announced file to the finished stream:
 *
 * sourceWaiting → sourceIngression → processing → partiallyCompleted → completed
 *
 * A source that can be read from its front is planned, and played, while it arrives. One that can't be used
 * stays in sourceIngression with its probe error. An encoding that is given up ends in failed, or stays
 * partiallyCompleted when it can be played; it may be retried.
 */
const NEXT_STATES: Record<ProcessingState, readonly ProcessingState[]> = {
  sourceWaiting: ['sourceIngression', 'processing'],
  sourceIngression: ['sourceIngression', 'processing', 'failed'],
  // When an upload whose beginning was planned is removed, the revision goes back.
  processing: ['sourceWaiting', 'processing', 'partiallyCompleted', 'completed', 'failed'],
  // A stream that its first segments opened may be given up with nothing whole to be played.
  partiallyCompleted: ['sourceWaiting', 'partiallyCompleted', 'completed', 'failed'],
  // Files for download are promised in the transaction that makes the stream whole. A rendition
  // that was made on demand changes nothing for the whole.
  completed: ['partiallyCompleted', 'completed'],
  failed: ['sourceWaiting', 'sourceIngression', 'processing'],
};

export function mayBecome(from: ProcessingState, to: ProcessingState): boolean {
  return NEXT_STATES[from].includes(to);
}

/** Says whether viewers have something to watch, apart from protection that it may wait for. */
export function isWatchable(state: ProcessingState): boolean {
  return state === 'partiallyCompleted' || state === 'completed';
}

/**
 * A revision has one role for its video: its file comes or is encoded (`preparing`), viewers get it (`current`),
 * it was replaced and is deleted after a while (`pending`) or never (`retained`), only its row is left.
 */
export type Role = 'preparing' | 'current' | 'pending' | 'retained' | 'deleted';

/** One that was replaced is kept for so long. */
export const KEPT_DAYS = 30;

/** Longer than any edge keeps a document that names the replaced stream. */
export const PUBLISHED_AFTER_S = 5;

/**
 * Says how many seconds viewers of a replaced stream need: its duration and half as much again for pauses. A
 * stream that was withheld had no viewers.
 */
export function getWatchSeconds(durationMs: number, isWithheld: boolean): number {
  return PUBLISHED_AFTER_S + (isWithheld ? 0 : Math.ceil((durationMs * 1.5) / 1000));
}

/** Says whether viewers may get it next: there is something to watch, in the protection that it needs. */
export function mayPromote(revision: {
  role: string;
  state: ProcessingState;
  isWithheld: boolean;
}): boolean {
  const mayFollow = ['preparing', 'pending', 'retained'].includes(revision.role);
  return mayFollow && isWatchable(revision.state) && !revision.isWithheld;
}

/** The states from which `to` may be reached, for the guard in an update's where clause. */
export function statesBefore(to: ProcessingState): ProcessingState[] {
  return (Object.keys(NEXT_STATES) as ProcessingState[]).filter((from) => mayBecome(from, to));
}

export function isFinal(state: ProcessingState, probeErrorType: string | null): boolean {
  return state === 'completed' || state === 'failed' || probeErrorType !== null;
}

/** 24 h since the last byte without a result (decisions, section 7). */
export function isStaleUpload(
  uploadCompletedAt: Date | null,
  state: ProcessingState,
  probeErrorType: string | null,
  now: Date,
): boolean {
  if (!uploadCompletedAt || isFinal(state, probeErrorType)) return false;
  return now.getTime() - uploadCompletedAt.getTime() > STALE_UPLOAD_MS;
}

export function getUploadPercent(uploadedBytes: number, totalBytes: number): number {
  if (totalBytes <= 0) return 0;
  return Math.min(100, Math.floor((uploadedBytes / totalBytes) * 100));
}

/**
 * A stream can be played once it is open (missing segments are waited for), or a video rendition (or,
 * without video, an audio rendition) and all audio is whole.
 */
export function isPlayable(stream: Pick<Renditions, 'open' | 'video' | 'audio'> | null): boolean {
  if (!stream) return false;
  if (stream.open) return true;
  const hasSound = stream.audio.every((audio) => audio.ready);
  return stream.video.length > 0
    ? hasSound && stream.video.some((video) => video.ready)
    : hasSound && stream.audio.length > 0;
}
