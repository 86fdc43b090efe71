import { KeyFrames, type StreamDescription, streamPrefix } from '@kinora/contract/stream';
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

// By the identity of the stream description: an unchanged document keeps it.
const written = new WeakMap<StreamDescription, Map<string, Promise<CachedText | null>>>();

/**
 * What is written from a stream's description. Null when the stream has no such. Rejects with
 * StorageError when the key frames of an I-frame playlist can't be read.
 */
export async function manifestOf(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
): Promise<CachedText | null> {
  const ofStream = written.get(stream) ?? new Map<string, Promise<CachedText | null>>();
  written.set(stream, ofStream);
  const name = nameOf(target);
  const known = ofStream.get(name);
  if (known) return known;
  const begun = writeManifest(storage, stream, target).then((text) =>
    text === null ? null : cacheText(Buffer.from(text), true),
  );
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

async function writeManifest(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
): Promise<string | null> {
  switch (target.kind) {
    case 'multivariantPlaylist':
      return multivariantPlaylist(stream);
    case 'mediaPlaylist':
      return mediaPlaylist(stream, target.renditionId);
    case 'iFramePlaylist':
      return writeIFramePlaylist(storage, stream, target.renditionId);
    case 'dashManifest':
      // The classic model is HLS, whatever its segments could be described as.
      return stream.deliveryModel === 'classic' ? null : dashManifest(stream);
    case 'storyboard':
      return target.format === 'json' ? storyboardJson(stream) : storyboardVtt(stream);
  }
}

async function writeIFramePlaylist(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  renditionId: string,
): Promise<string | null> {
  if (!hasIFramePlaylist(stream, renditionId)) return null;
  const prefix = streamPrefix(stream);
  // All who ask meanwhile wait for the same read.
  const bytes = await withTimeout(storage.read(`${prefix}${renditionId}/key-frames.json`));
  if (!bytes) return null;
  const keyFrames = KeyFrames.parse(JSON.parse(bytes.toString('utf8')));
  return iFramePlaylist(stream, renditionId, keyFrames);
}
