import type { StreamDescription } from '@kinora/contract/stream';
import { getEncryption, type StreamParts } from './stream-parts.ts';

/**
 * Composes the description that viewers get of a stream. Its members stand in the order of PostgreSQL's
 * jsonb, as those inside of the parts do, so that the same facts are published as the same bytes.
 */
export function composeStream(found: StreamParts): StreamDescription {
  const { renditions, pictures, files, protection, keyUri, folder, ...own } = found;
  const stream: StreamDescription = {
    version: 1,
    ...own,
    ...(folder === null ? {} : { folder }),
    ...renditions,
    ...pictures,
    ...files,
    encryption: getEncryption({ protection, keyUri }),
  };
  const members = Object.entries(stream).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  );
  return Object.fromEntries(members) as StreamDescription;
}
