import type { PublishedVideo } from '@kinora/contract/published';
import type { ProcessingState } from '@kinora/contract/videos';
import type { StreamDescription } from '@kinora/contract/stream';

/** What has a published document. */
export type Subject = { kind: 'video' | 'channel'; key: string };

/**
 * A stream can be played once it is open (what is missing is waited for), or a picture (or, without
 * pictures, a sound) and all sound is whole.
 */
export function isPlayable(stream: StreamDescription | null): boolean {
  if (!stream) return false;
  if (stream.open) return true;
  const hasSound = stream.audio.every((audio) => audio.ready);
  return stream.video.length > 0
    ? hasSound && stream.video.some((video) => video.ready)
    : hasSound && stream.audio.length > 0;
}

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
