import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { isPlayable } from '../../revisions/rules.ts';

export function getPublishedState(video: {
  isDeleted: boolean;
  /** The stream must be protected before viewers get it. */
  isWithheld: boolean;
  stream: StreamDescription | null;
}): PublishedVideo['state'] {
  if (video.isDeleted) return 'deleted';
  return !video.isWithheld && isPlayable(video.stream) ? 'playable' : 'notReady';
}

/** Says whether what does not play yet won't by itself either. */
export function hasFailed(row: {
  state: ProcessingState;
  probe_error_type: string | null;
  isWithheld: boolean;
  drm_failed: boolean;
  failure_reason: string | null;
}): boolean {
  if (row.state === 'failed' || row.probe_error_type !== null) return true;
  // The whole renditions of a stream that was given up would play, but for its protection.
  const isGivenUp = row.state === 'partiallyCompleted' && row.failure_reason !== null;
  return row.isWithheld && (row.drm_failed || isGivenUp);
}
