import {
  PublishedChannel,
  publishedChannelKey,
  PublishedVideo,
  publishedVideoKey,
} from '@kinora/contract/published';
import { type BoundedMap, createBoundedMap } from './bounded-map.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';

/** A change of a published document is seen after at most this. */
const FRESH_MS = 1000;
/** Of a video that can't be played yet: somebody waits for the moment that it can. */
const AWAITED_FRESH_MS = 250;
/** While storage fails, playback goes on for this long with the last good document. */
const GRACE_MS = 60_000;
/** About 10 KB each when parsed. */
const MAX_DOCUMENTS = 4000;
/** Apart from the documents, so that a flood of made-up keys pushes out none of them. */
const MAX_MISSES = 10_000;

// RFC 1123 §2.1 names, with a port. Also the only characters that may reach a storage key.
const HOST = /^(?=.{1,259}$)[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/;

/** Storage failed and there is no recent enough document to go on with. */
export class DocumentUnavailable extends Error {}

export interface Documents {
  /** The channel that answers at a `Host` header; null when none does. */
  channel(host: string): Promise<PublishedChannel | null>;
  video(videoKey: string): Promise<PublishedVideo | null>;
}

interface Entry<T> {
  /** Null when storage said that there is none. */
  value: T | null;
  bytes: Buffer | null;
  /** When storage last answered, and when it was last asked. */
  goodAtMs: number;
  checkedAtMs: number;
}

interface DocumentSource {
  storage: Pick<EdgeStorage, 'read'>;
  log: EdgeLog;
  now: () => number;
}

/** Published documents, kept for about a second. Rejects with DocumentUnavailable. */
export function createDocuments(source: DocumentSource): Documents {
  const channels = createCachedDocuments(source, (text) => PublishedChannel.parse(text), {
    freshMs: () => FRESH_MS,
  });
  const videos = createCachedDocuments(source, (text) => PublishedVideo.parse(text), {
    freshMs: (video) => (video?.stream ? FRESH_MS : AWAITED_FRESH_MS),
  });
  return {
    async channel(host) {
      const name = host.toLowerCase();
      return HOST.test(name) ? channels(publishedChannelKey(name)) : null;
    },
    video: (videoKey) => videos(publishedVideoKey(videoKey)),
  };
}

function createCachedDocuments<T>(
  source: DocumentSource,
  parse: (json: unknown) => T,
  { freshMs }: { freshMs: (value: T | null) => number },
) {
  const { storage, log, now } = source;
  const found = createBoundedMap<Entry<T>>(MAX_DOCUMENTS);
  const missing = createBoundedMap<Entry<T>>(MAX_MISSES);
  const loading = new Map<string, Promise<T | null>>();

  async function load(key: string, last: Entry<T> | undefined): Promise<T | null> {
    const askedAtMs = now();
    try {
      const bytes = await withTimeout(storage.read(key));
      const value = parsed(bytes, last);
      const entry = { bytes, value, goodAtMs: askedAtMs, checkedAtMs: askedAtMs };
      remember(key, entry, found, missing);
      return entry.value;
    } catch (error) {
      if (!last || now() - last.goodAtMs > GRACE_MS) {
        throw new DocumentUnavailable(`can't read ${key}`, { cause: error });
      }
      log.warn({ err: error, key }, 'playing on with the last good document');
      last.checkedAtMs = now();
      return last.value;
    }
  }

  // An unchanged document keeps its identity: playlists made from it are kept by identity.
  function parsed(bytes: Buffer | null, last: Entry<T> | undefined): T | null {
    if (bytes === null) return null;
    if (last?.bytes?.equals(bytes)) return last.value;
    return parse(JSON.parse(bytes.toString('utf8')));
  }

  return async (key: string): Promise<T | null> => {
    const last = found.get(key) ?? missing.get(key);
    if (last && now() - last.checkedAtMs < freshMs(last.value)) return last.value;
    let flight = loading.get(key);
    if (!flight) {
      flight = load(key, last).finally(() => loading.delete(key));
      loading.set(key, flight);
    }
    return flight;
  };
}

function remember<T>(
  key: string,
  entry: Entry<T>,
  found: BoundedMap<Entry<T>>,
  missing: BoundedMap<Entry<T>>,
): void {
  const [into, outOf] = entry.value === null ? [missing, found] : [found, missing];
  into.set(key, entry);
  outOf.delete(key);
}
