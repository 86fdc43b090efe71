import { randomBytes } from 'node:crypto';

/** The key of one kind of track: 16 bytes each. */
export type ContentKey = { keyId: Buffer; key: Buffer };

/** Everything secret about a protected stream, and its constant IV. Null where there is no such track. */
export type TrackKeys = { iv: Buffer; video: ContentKey | null; audio: ContentKey | null };

/** Creates new random keys, one per kind of track, so that a client's rights can differ by kind. */
export function createTrackKeys(
  kinds: { video: boolean; audio: boolean } = { video: true, audio: true },
): TrackKeys {
  const createContentKey = (): ContentKey => ({ keyId: randomBytes(16), key: randomBytes(16) });
  return {
    iv: randomBytes(16),
    video: kinds.video ? createContentKey() : null,
    audio: kinds.audio ? createContentKey() : null,
  };
}
