import type { StreamDescription } from '@kinora/contract/stream';
import { mediaPlaylist, multivariantPlaylist } from '@kinora/manifests/hls';
import { cacheText, type CachedText } from './cached-text.ts';

// By the identity of the stream description: an unchanged document keeps it.
const written = new WeakMap<StreamDescription, Map<string, Promise<CachedText>>>();
const MULTIVARIANT = '';

/**
 * The playlist of a rendition, or with a null id the multivariant one. Null when the stream has
 * no such.
 */
export async function playlistOf(
  stream: StreamDescription,
  renditionId: string | null,
): Promise<CachedText | null> {
  const ofStream = written.get(stream) ?? new Map<string, Promise<CachedText>>();
  written.set(stream, ofStream);
  const name = renditionId ?? MULTIVARIANT;
  const known = ofStream.get(name);
  if (known) return known;
  const text = renditionId === null ? multivariantPlaylist(stream) : mediaPlaylist(stream, name);
  // Only what exists is kept: made-up rendition ids must not fill the memory.
  if (text === null) return null;
  const cached = cacheText(Buffer.from(text), true);
  ofStream.set(name, cached);
  return cached;
}
