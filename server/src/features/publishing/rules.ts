import {
  type ChangeList,
  publishedChannelKey,
  type PublishedVideo,
  publishedVideoKey,
} from '@kinora/contract/published';
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

/** In one list, which has some 20 KB then. */
export const MAX_LISTED = 300;

export type ListedChange = Subject & {
  /** Of the list that named it first. */
  sequence: number;
  /** Of a channel. */
  host: string | null;
  isRecent: boolean;
};

/** @param changes newest first, and one more than a list takes if there are so many */
export function changeListOf(sequence: number, changes: readonly ListedChange[]): ChangeList {
  const leftOut = changes.find(({ isRecent }, at) => !isRecent || at === MAX_LISTED);
  const since = leftOut?.sequence ?? 0;
  const named: ChangeList['changes'] = {};
  for (const change of changes) {
    const { kind, key, host } = change;
    const documentKey =
      kind === 'video' ? publishedVideoKey(key) : host && publishedChannelKey(host);
    if (change.sequence > since && documentKey) named[documentKey] ??= change.sequence;
  }
  return { version: 1, sequence, since, changes: named };
}
