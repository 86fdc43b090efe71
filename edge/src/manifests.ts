import { KeyFrames, type StreamDescription, streamPrefix } from '@kinora/contract/stream';
import { type Addresses, addressesOf } from '@kinora/manifests/addresses';
import { dashManifest } from '@kinora/manifests/dash';
import { mediaPlaylist, multivariantPlaylist } from '@kinora/manifests/hls';
import { hasIFramePlaylist, iFramePlaylist } from '@kinora/manifests/hls-i-frames';
import { storyboardJson, storyboardVtt } from '@kinora/manifests/storyboard';
import { cacheText, type CachedText } from './cached-text.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';
import type { Target } from './target.ts';

export type ManifestTarget = Extract<
  Target,
  {
    kind:
      | 'multivariantPlaylist'
      | 'mediaPlaylist'
      | 'iFramePlaylist'
      | 'dashManifest'
      | 'storyboard';
  }
>;

// By the identity of the stream description: an unchanged document keeps it. Texts with a suffix
// are each viewer's own, and not kept.
const written = new WeakMap<StreamDescription, Map<string, Promise<CachedText | null>>>();

/**
 * What is written from a stream's description. Null when the stream has no such. Rejects with
 * StorageError when the key frames of an I-frame playlist can't be read.
 *
 * @param suffix what all addresses in it carry on; empty where none needs it
 */
export async function manifestOf(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
  suffix: string,
): Promise<CachedText | null> {
  if (suffix !== '') return writeText(storage, stream, target, suffix);
  const ofStream = written.get(stream) ?? new Map<string, Promise<CachedText | null>>();
  written.set(stream, ofStream);
  const name = nameOf(target);
  const known = ofStream.get(name);
  if (known) return known;
  const begun = writeText(storage, stream, target, suffix);
  ofStream.set(name, begun);
  let isKept = false;
  try {
    const text = await begun;
    isKept = text !== null;
    return text;
  } finally {
    // Only what exists is kept: made-up rendition ids must not fill the memory.
    if (!isKept) ofStream.delete(name);
  }
}

function nameOf(target: ManifestTarget): string {
  if ('renditionId' in target) return `${target.kind} ${target.renditionId}`;
  return target.kind === 'storyboard' ? `${target.kind} ${target.format}` : target.kind;
}

async function writeText(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
  suffix: string,
): Promise<CachedText | null> {
  const text = await writeManifest(storage, stream, target, suffix);
  return text === null ? null : cacheText(Buffer.from(text), true);
}

async function writeManifest(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
  suffix: string,
): Promise<string | null> {
  const addresses = addressesOf(stream, suffix);
  switch (target.kind) {
    case 'multivariantPlaylist':
      return multivariantPlaylist(stream, addresses);
    case 'mediaPlaylist':
      return mediaPlaylist(stream, target.renditionId, addresses);
    case 'iFramePlaylist':
      return writeIFramePlaylist(storage, stream, target.renditionId, addresses);
    case 'dashManifest':
      // The classic model is HLS, whatever its segments could be described as.
      return stream.deliveryModel === 'classic' ? null : dashManifest(stream, addresses);
    case 'storyboard':
      return target.format === 'json'
        ? storyboardJson(stream, addresses)
        : storyboardVtt(stream, addresses);
  }
}

async function writeIFramePlaylist(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  renditionId: string,
  addresses: Addresses,
): Promise<string | null> {
  if (!hasIFramePlaylist(stream, renditionId)) return null;
  const prefix = streamPrefix(stream);
  // All who ask meanwhile wait for the same read.
  const bytes = await withTimeout(storage.read(`${prefix}${renditionId}/key-frames.json`));
  if (!bytes) return null;
  const keyFrames = KeyFrames.parse(JSON.parse(bytes.toString('utf8')));
  return iFramePlaylist(stream, renditionId, keyFrames, addresses);
}
