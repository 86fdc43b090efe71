import type { StreamDescription } from '@kinora/contract/stream';
import { getStreamFolder, type StreamTarget } from './addresses.ts';

/**
 * Finds the stream of an address: the published one, or a replaced one that viewers may still be watching.
 * Addresses without a folder always mean the published one. The same object is returned for the same stream.
 *
 * @param atMs in ms since 1970
 * @returns null where none has that folder, with that rendition
 */
export function findStream(
  published: StreamDescription,
  target: StreamTarget,
  atMs: number,
): StreamDescription | null {
  if (!('folder' in target)) return published;
  const watched = (published.earlier ?? []).filter(({ until }) => until > atMs);
  const isAt = (stream: StreamDescription) =>
    getStreamFolder(stream) === target.folder &&
    (!('renditionId' in target) || hasRendition(stream, target.renditionId));
  return [published, ...watched].find(isAt) ?? null;
}

function hasRendition({ video, audio }: StreamDescription, renditionId: string): boolean {
  return [...video, ...audio].some(({ id }) => id === renditionId);
}
