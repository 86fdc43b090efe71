import { findKeyId, getTrackClass, type TrackClass } from '@kinora/manifests/content-keys';
import type { StreamEncryption } from '@kinora/contract/stream';
import { type ContentKey, createContentKey } from '@kinora/media/protect/content-key';
import type { Renditions, StreamParts } from '../../revisions/rules/stream-parts.ts';
import type { StoredKey } from '../queries.ts';
import type { Rendition } from './tracks.ts';

export type Pssh = Extract<StreamEncryption, { method: 'cbcs' }>['pssh'];

/** One key for each class that the stream has. */
export function createKeys({ video, audio }: Renditions): Map<TrackClass, ContentKey> {
  const classes = new Set([...video, ...audio].map(getTrackClass));
  return new Map([...classes].map((one) => [one, createContentKey()]));
}

export function findOldKey(
  { protection }: StreamParts,
  before: readonly StoredKey[],
  rendition: Rendition,
): StoredKey | null {
  const keyId = findKeyId({ encryption: protection?.encryption ?? null }, rendition);
  return before.find((stored) => stored.keyId.toString('hex') === keyId) ?? null;
}
