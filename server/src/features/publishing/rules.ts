import type { PublishedVideo } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Renditions, StreamParts } from '../revisions/rules/parts.ts';

/** What has a published document. */
export type Subject = { kind: 'video' | 'channel'; key: string };

/**
 * A stream can be played once it is open (what is missing is waited for), or a picture (or, without
 * pictures, a sound) and all sound is whole.
 */
export function isPlayable(stream: Pick<Renditions, 'open' | 'video' | 'audio'> | null): boolean {
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
 * What viewers get of the parts of a stream. Its members stand in the order of PostgreSQL's jsonb, as
 * those inside of the parts do: what is published anew of the same facts is the same bytes.
 */
export function composeStream(found: StreamParts): StreamDescription {
  const { renditions, pictures, files, protection, keyUri, folder, ...own } = found;
  const whole = keyUri === null ? null : { keyUri, method: 'aes-128' as const };
  const stream: StreamDescription = {
    version: 1,
    ...own,
    ...(folder === null ? {} : { folder }),
    ...{ ...renditions, ...pictures, ...files },
    ...(protection ?? { encryption: whole }),
  };
  const members = Object.entries(stream).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  );
  return Object.fromEntries(members) as StreamDescription;
}
