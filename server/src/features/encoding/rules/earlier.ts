import { MAX_EARLIER } from '@kinora/contract/stream';
import {
  type EarlierTracks,
  getEncryption,
  type StreamParts,
} from '../../revisions/rules/stream-parts.ts';

type Found = Pick<StreamParts, 'protection' | 'keyUri' | 'renditions'>;

/**
 * Lists the tracks of a stream that somebody may still watch once others take the place of those it has.
 *
 * @param watchedUntil in ms since 1970, of those it has; null: nobody has seen them
 * @returns the newest first
 */
export function listEarlier(
  found: Found,
  watchedUntil: number | null,
  nowMs: number,
): EarlierTracks[] {
  const { video, audio, earlier = [] } = found.renditions;
  const stay = earlier.filter(({ until }) => until > nowMs);
  if (watchedUntil === null) return stay;
  const encryption = getEncryption(found);
  return [{ audio, video, encryption, until: watchedUntil }, ...stay].slice(0, MAX_EARLIER);
}
