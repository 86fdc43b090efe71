import { type EarlierStream, MAX_EARLIER, type StreamDescription } from '@kinora/contract/stream';
import { getEncryption, type StreamParts } from './stream-parts.ts';

/** A revision's stream that viewers got before, and that some may watch until then. */
export type WatchedStream = { parts: StreamParts; untilMs: number };

/**
 * Composes the description that viewers get of a stream, with those that it has replaced: other tracks of
 * its own, and streams of other revisions.
 *
 * @param replaced the newest first
 */
export function composeStream(
  found: StreamParts,
  replaced: readonly WatchedStream[] = [],
): StreamDescription {
  const stream = describe(found);
  const earlier = [
    ...listReplacedTracks(found),
    ...replaced.flatMap(({ parts, untilMs }) => [
      order({ ...describe(parts), until: untilMs }),
      ...listReplacedTracks(parts),
    ]),
  ].slice(0, MAX_EARLIER);
  return order(earlier.length === 0 ? stream : { ...stream, earlier });
}

function listReplacedTracks(found: StreamParts): EarlierStream[] {
  // The first rendition is one of the tracks that took their place.
  const stream = { ...describe(found), firstRenditionId: null };
  return (found.renditions.earlier ?? []).map((tracks) => order({ ...stream, ...tracks }));
}

function describe(found: StreamParts): Omit<StreamDescription, 'earlier'> {
  const { renditions, images, downloads, protection, keyUri, folder, ...own } = found;
  const { earlier: _tracks, ...tracks } = renditions;
  return {
    version: 1,
    ...own,
    ...(folder === null ? {} : { folder }),
    ...tracks,
    ...images,
    ...downloads,
    encryption: getEncryption({ protection, keyUri }),
  };
}

/**
 * Puts members in the order of PostgreSQL's jsonb, as those inside of the parts stand, so that the same facts
 * are published as the same bytes.
 */
function order<T extends object>(stream: T): T {
  const members = Object.entries(stream).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  );
  return Object.fromEntries(members) as T;
}
