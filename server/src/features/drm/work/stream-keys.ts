import { findKeyId, getTrackClass, type TrackClass } from '@kinora/manifests/content-keys';
import { createCommonPssh } from '@kinora/manifests/pssh';
import type { StreamEncryption } from '@kinora/contract/stream';
import { type ContentKey, createContentKey } from '@kinora/media/protect/content-key';
import { replaceCommonPssh } from '@kinora/media/protect/packager-boxes';
import type { Renditions, StreamParts } from '../../revisions/rules/stream-parts.ts';
import type { StoredKey } from '../queries.ts';
import type { Rendition } from './tracks.ts';

export type Pssh = Extract<StreamEncryption, { method: 'cbcs' }>['pssh'];

/** One key for each class that the stream has. */
export function createKeys({ video, audio }: Renditions): Map<TrackClass, ContentKey> {
  const classes = new Set([...video, ...audio].map(getTrackClass));
  return new Map([...classes].map((one) => [one, createContentKey()]));
}

/**
 * Makes a track's init segment name all keys of its stream. A player that builds its requests from there
 * opens one session, for the first init segment that it meets, and waits for ever for the other keys.
 */
export function nameAllKeys(init: Buffer, keys: ReadonlyMap<TrackClass, ContentKey>): Buffer {
  const keyIds = [...keys.values()].map(({ keyId }) => keyId.toString('hex'));
  return replaceCommonPssh(init, createCommonPssh(keyIds));
}

export function findOldKey(
  { protection }: StreamParts,
  before: readonly StoredKey[],
  rendition: Rendition,
): StoredKey | null {
  const keyId = findKeyId({ encryption: protection?.encryption ?? null }, rendition);
  return before.find((stored) => stored.keyId.toString('hex') === keyId) ?? null;
}
