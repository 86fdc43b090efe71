import {
  PublishedChannel,
  publishedChannelKey,
  PublishedVideo,
  publishedVideoKey,
} from '@kinora/contract/published';
import { LRUCache } from 'lru-cache';
import { createSeenChanges, type Mark, type SeenChanges } from './change-list.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { withTimeout } from './storage-reads.ts';

/** A change of a published document is seen after at most this. */
const FRESH_MS = 1000;
/** Of a video that can't be played yet: somebody waits for the moment that it can. */
const AWAITED_FRESH_MS = 200;
/** However long no change is listed, a document is read anew: at 1,000 videos some 2 a second. */
const KEPT_MS = 600_000;
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
  /** When this was last known to be what storage has, and when it was last asked for. */
  goodAtMs: number;
  checkedAtMs: number;
  /** For how long it is not asked for again while no change is listed. */
  keptMs: number;
  mark: Mark | null;
}

interface DocumentSource {
  storage: Pick<EdgeStorage, 'read'>;
  log: EdgeLog;
  now: () => number;
  changes: SeenChanges;
}

/**
 * Published documents, kept until the list of changes names them; for about a second while there is
 * no list. Rejects with DocumentUnavailable.
 */
export function createDocuments(options: Omit<DocumentSource, 'changes'>): Documents {
  const source = { ...options, changes: createSeenChanges(options) };
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
  { storage, log, now, changes }: DocumentSource,
  parse: (json: unknown) => T,
  { freshMs }: { freshMs: (value: T | null) => number },
) {
  const options = { fetchMethod: load, ignoreFetchAbort: true, noDeleteOnFetchRejection: true };
  const found = new LRUCache<string, Entry<T>>({ max: MAX_DOCUMENTS, ...options });
  const missing = new LRUCache<string, Entry<T>>({ max: MAX_MISSES, ...options });
  const cacheOf = (key: string) => (found.has(key) ? found : missing);

  async function load(key: string, last: Entry<T> | undefined): Promise<Entry<T>> {
    const atMs = now();
    const mark = changes.mark();
    // Spread, so that what was read together is not read anew together.
    const keptMs = KEPT_MS * (0.75 + Math.random() / 2);
    try {
      const bytes = await withTimeout(storage.read(key));
      const value = parsed(bytes, last);
      return { bytes, value, goodAtMs: atMs, checkedAtMs: atMs, keptMs, mark };
    } catch (error) {
      if (!last || now() - last.goodAtMs > GRACE_MS) {
        throw new DocumentUnavailable(`can't read ${key}`, { cause: error });
      }
      log.warn({ err: error, key }, 'playing on with the last good document');
      last.checkedAtMs = now();
      return last;
    }
  }

  // An unchanged document keeps its identity: playlists made from it are kept by identity.
  function parsed(bytes: Buffer | null, last: Entry<T> | undefined): T | null {
    if (bytes === null) return null;
    if (last?.bytes?.equals(bytes)) return last.value;
    return parse(JSON.parse(bytes.toString('utf8')));
  }

  /** A load lies where its key did before: what is made up never takes a document's place. */
  function place(key: string, entry: Entry<T>): void {
    const [into, outOf] = entry.value === null ? [missing, found] : [found, missing];
    if (into.peek(key) !== entry) into.set(key, entry);
    outOf.delete(key);
  }

  function isFresh(key: string, entry: Entry<T>): boolean {
    const unchangedAtMs = changes.unchangedAtMs(key, entry.mark);
    const ageMs = now() - entry.checkedAtMs;
    if (unchangedAtMs === null) return ageMs < freshMs(entry.value);
    entry.goodAtMs = Math.max(entry.goodAtMs, unchangedAtMs);
    entry.mark = changes.mark();
    return ageMs < entry.keptMs;
  }

  return async (key: string): Promise<T | null> => {
    const known = cacheOf(key).peek(key);
    const looked = changes.look(freshMs(known?.value ?? null));
    // What is not known is read in any case.
    if (known) await looked;
    const last = cacheOf(key).get(key);
    if (last && isFresh(key, last)) return last.value;
    // All who ask meanwhile share the load.
    const entry = await cacheOf(key).forceFetch(key, { forceRefresh: true });
    place(key, entry);
    return entry.value;
  };
}
