import { MAX_EARLIER } from '@kinora/contract/stream';
import {
  type EarlierTracks,
  getEncryption,
  type StreamParts,
} from '../../revisions/rules/stream-parts.ts';

type Found = Pick<StreamParts, 'protection' | 'keyUri' | 'renditions'>;

/**
 * Lists the tracks that viewers may still be watching once a stream's present tracks are replaced.
 *
 * @param watchedUntil in ms since 1970, for the present tracks; null when no viewer has got them
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
