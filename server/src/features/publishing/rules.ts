import type { PublishedVideo } from '@kinora/contract/published';
import type { ProcessingState } from '@kinora/contract/videos';
import type { StreamDescription } from '@kinora/contract/stream';
import { isPlayable } from '../revisions/rules.ts';

/** What has a published document. */
export type Subject = { kind: 'video' | 'channel'; key: string };

export function publishedState(video: {
  isDeleted: boolean;
  stream: StreamDescription | null;
}): PublishedVideo['state'] {
  if (video.isDeleted) return 'deleted';
  return isPlayable(video.stream) ? 'playable' : 'notReady';
}

/**
 * Whether a change of a revision may change its document. While it is processed nothing of it plays,
 * and the document has said so since before.
 */
export function isSeenByViewers(state: ProcessingState, columns: readonly string[]): boolean {
  return state !== 'processing' && columns.some((name) => name === 'state' || name === 'stream');
}
