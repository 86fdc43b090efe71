import { getStreamPrefix, KeyFrames, type StreamDescription } from '@kinora/contract/stream';
import { type Addresses, createAddresses, type Licensing } from '@kinora/manifests/addresses';
import { writeDashManifest } from '@kinora/manifests/dash';
import { writeMediaPlaylist, writeMultivariantPlaylist } from '@kinora/manifests/hls';
import { hasIFramePlaylist, writeIFramePlaylist } from '@kinora/manifests/hls-i-frames';
import { writeStoryboardJson, writeStoryboardVtt } from '@kinora/manifests/storyboard';
import { LRUCache } from 'lru-cache';
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

/** The parts of a manifest that do not come from the stream. */
export type ManifestOptions = {
  /** Query parameters that all addresses in it carry on; may be empty. */
  suffix: string;
  licensing: Licensing;
};

/** The texts of an hour in six renditions take 0.3 MB, and viewers choose which videos they request. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

// Texts are kept by the identity of the stream description, which an unchanged document keeps. Texts
// with a suffix are each viewer's own, and not kept.
const ids = new WeakMap<StreamDescription, number>();
let lastId = 0;
const kept = new LRUCache<string, CachedText>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ plain, coded }, name) =>
    coded.reduce((sum, { bytes }) => sum + bytes.length, plain.length + name.length),
});
/** Requests that come while a text is made wait for it. */
const pending = new Map<string, Promise<CachedText | null>>();

/**
 * Returns a text that is written from a stream's description; null when the stream has no such text.
 * Rejects with StorageError when the key frames of an I-frame playlist can't be read.
 *
 * @param options what the text says beside the stream
 */
export async function getManifest(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
  options: ManifestOptions,
): Promise<CachedText | null> {
  if (options.suffix !== '') return writeText(storage, stream, target, options);
  let id = ids.get(stream);
  if (id === undefined) ids.set(stream, (id = lastId += 1));
  const name = `${id} ${getTextName(target, options)}`;
  const known = kept.get(name) ?? pending.get(name);
  if (known) return known;
  const begun = writeText(storage, stream, target, options);
  pending.set(name, begun);
  try {
    const text = await begun;
    if (text) kept.set(name, text);
    return text;
  } finally {
    pending.delete(name);
  }
}

function getTextName(target: ManifestTarget, { licensing }: ManifestOptions): string {
  if ('renditionId' in target) return `${target.kind} ${target.renditionId}`;
  if (target.kind === 'storyboard') return `${target.kind} ${target.format}`;
  return `${target.kind} ${JSON.stringify(licensing)}`;
}

async function writeText(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
  options: ManifestOptions,
): Promise<CachedText | null> {
  const text = await writeManifest(storage, stream, target, options);
  return text === null ? null : cacheText(Buffer.from(text), true);
}

/** Writes a text that `getManifest` keeps. */
export async function writeManifest(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  target: ManifestTarget,
  { suffix, licensing }: ManifestOptions,
): Promise<string | null> {
  const addresses = createAddresses(stream, suffix, licensing);
  switch (target.kind) {
    case 'multivariantPlaylist':
      return writeMultivariantPlaylist(stream, addresses);
    case 'mediaPlaylist':
      return writeMediaPlaylist(stream, target.renditionId, addresses);
    case 'iFramePlaylist':
      return readIFramePlaylist(storage, stream, target.renditionId, addresses);
    case 'dashManifest':
      // The classic model is HLS alone, even where DASH could describe its segments.
      return stream.deliveryModel === 'classic' ? null : writeDashManifest(stream, addresses);
    case 'storyboard':
      return target.format === 'json'
        ? writeStoryboardJson(stream, addresses)
        : writeStoryboardVtt(stream, addresses);
  }
}

async function readIFramePlaylist(
  storage: Pick<EdgeStorage, 'read'>,
  stream: StreamDescription,
  renditionId: string,
  addresses: Addresses,
): Promise<string | null> {
  if (!hasIFramePlaylist(stream, renditionId)) return null;
  const prefix = getStreamPrefix(stream);
  const bytes = await withTimeout(storage.read(`${prefix}${renditionId}/key-frames.json`));
  if (!bytes) return null;
  const keyFrames = KeyFrames.parse(JSON.parse(bytes.toString('utf8')));
  return writeIFramePlaylist(stream, renditionId, keyFrames, addresses);
}
