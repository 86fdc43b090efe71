import {
  getPublishedChannelKey,
  getPublishedKeysKey,
  getPublishedPlayerKey,
  getPublishedProjectKey,
  getPublishedTeamKey,
  getPublishedVideoKey,
  PublishedChannel,
  PublishedKeys,
  PublishedPlayer,
  PublishedProject,
  PublishedTeam,
  PublishedVideo,
} from '@kinora/contract/published';
import type { StreamEncryption } from '@kinora/contract/stream';
import { openChannel, type OpenSecret } from '@kinora/playback-rules/open-channel';
import type { Channel } from '@kinora/playback-rules/rule';
import { LRUCache } from 'lru-cache';
import { createSeenChanges, type Mark, type SeenChanges } from './change-list.ts';
import type { EdgeLog } from './edge-log.ts';
import type { EdgeStorage } from './edge-storage.ts';
import { type OpenStreamKey, openStreamKeys, type StreamKeys } from './licences/content-keys.ts';
import { withTimeout } from './storage-reads.ts';

/** Without a list of changes, a change of a published document is seen within this time. */
const FRESH_MS = 1000;
/** The list is read this often while viewers watch, so that a change is live within a second in all. */
const LIST_MS = 500;
/** A viewer waits for a video that can't be played yet. */
const AWAITED_FRESH_MS = 200;
/** After this time a document is read again without a listed change: some 2 a second for 1,000 videos. */
const KEPT_MS = 600_000;
/** While storage fails, playback goes on for this long with the last good document. */
const GRACE_MS = 60_000;
const MAX_DOCUMENTS = 4000;
/** The bound for each kind, in bytes as stored; parsed documents take twice as much in addition. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Misses are kept apart, so that a flood of made-up keys pushes out no document. */
const MAX_MISSES = 10_000;

// RFC 1123 §2.1 names, with a port. Also the only characters that may reach a storage key.
const HOST = /^(?=.{1,259}$)[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/;

/** Storage failed and there is no recent enough document to go on with. */
export class DocumentUnavailable extends Error {}

export type Documents = {
  /** Finds the channel that answers at a `Host` header. */
  findChannel(host: string): Promise<Channel | null>;
  findPlayer(playerId: string): Promise<PublishedPlayer | null>;
  findProject(projectId: string): Promise<PublishedProject | null>;
  findTeam(teamId: string): Promise<PublishedTeam | null>;
  /** Finds the keys that a protected stream is encrypted with. */
  findStreamKeys(
    revisionKey: string,
    encryption: Extract<StreamEncryption, { method: 'cbcs' }>,
  ): Promise<StreamKeys | null>;
  findVideo(videoKey: string): Promise<PublishedVideo | null>;
  /**
   * Looks for changes now. Earlier results still hold if this resolves to the same mark again; null: unknown.
   */
  lookForChanges(): Promise<Mark | null>;
};

type Entry<T> = {
  /** Null when storage said that there is none. */
  value: T | null;
  bytes: Buffer | null;
  /** Says when the entry was last known to match storage, and when it was last read. */
  goodAtMs: number;
  checkedAtMs: number;
  /** The entry is not read again for this long while no change is listed. */
  keptMs: number;
  mark: Mark | null;
};

type DocumentSource = {
  storage: Pick<EdgeStorage, 'read'>;
  log: EdgeLog;
  now: () => number;
  changes: SeenChanges;
};

/**
 * Keeps published documents until the list of changes names them, and for about a second while there
 * is no list. Reads reject with DocumentUnavailable.
 */
export function createDocuments(
  options: Omit<DocumentSource, 'changes'> & {
    openSecret: OpenSecret;
    openStreamKey: OpenStreamKey;
  },
): Documents {
  const source = { ...options, changes: createSeenChanges(options) };
  const settings = { freshMs: () => FRESH_MS };
  const { openSecret, openStreamKey, log } = options;
  const readChannel = (json: unknown) =>
    openChannel(PublishedChannel.parse(json), openSecret, (err, keyId) =>
      log.error({ err, keyId }, 'a URL signing key can’t be opened'),
    );
  const channels = createCachedDocuments(source, readChannel, settings);
  const players = createCachedDocuments(source, (json) => PublishedPlayer.parse(json), settings);
  const projects = createCachedDocuments(source, (json) => PublishedProject.parse(json), settings);
  const teams = createCachedDocuments(source, (json) => PublishedTeam.parse(json), settings);
  const readKeys = (json: unknown) => openStreamKeys(PublishedKeys.parse(json), openStreamKey);
  const streamKeys = createCachedDocuments(source, readKeys, settings);
  const videos = createCachedDocuments(source, (text) => PublishedVideo.parse(text), {
    freshMs: (video) => (video?.stream ? FRESH_MS : AWAITED_FRESH_MS),
  });
  return {
    async findChannel(host) {
      const name = host.toLowerCase();
      return HOST.test(name) ? channels(getPublishedChannelKey(name)) : null;
    },
    findPlayer: (playerId) => players(getPublishedPlayerKey(playerId)),
    findProject: (projectId) => projects(getPublishedProjectKey(projectId)),
    findTeam: (teamId) => teams(getPublishedTeamKey(teamId)),
    findStreamKeys: (revisionKey, encryption) =>
      streamKeys(getPublishedKeysKey(revisionKey, encryption)),
    findVideo: (videoKey) => videos(getPublishedVideoKey(videoKey)),
    async lookForChanges() {
      await source.changes.refresh(0);
      return source.changes.findMark();
    },
  };
}

function createCachedDocuments<T>(
  { storage, log, now, changes }: DocumentSource,
  parse: (json: unknown) => T,
  { freshMs }: { freshMs: (value: T | null) => number },
) {
  const options = { fetchMethod: load, ignoreFetchAbort: true, noDeleteOnFetchRejection: true };
  const found = new LRUCache<string, Entry<T>>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_DOCUMENT_BYTES,
    sizeCalculation: ({ bytes }) => bytes?.length || 1,
    ...options,
  });
  const missing = new LRUCache<string, Entry<T>>({ max: MAX_MISSES, ...options });
  const getCache = (key: string) => (found.has(key) ? found : missing);

  async function load(key: string, last: Entry<T> | undefined): Promise<Entry<T>> {
    const atMs = now();
    const mark = changes.findMark();
    // The spread keeps documents that were read together from expiring together.
    const keptMs = KEPT_MS * (0.75 + Math.random() / 2);
    try {
      const bytes = await withTimeout(storage.read(key));
      const value = parseDocument(bytes, last);
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
  function parseDocument(bytes: Buffer | null, last: Entry<T> | undefined): T | null {
    if (bytes === null) return null;
    if (last?.bytes?.equals(bytes)) return last.value;
    return parse(JSON.parse(bytes.toString('utf8')));
  }

  /** A load is kept where its key was before: a made-up key never takes a document's place. */
  function storeEntry(key: string, entry: Entry<T>): void {
    const [into, outOf] = entry.value === null ? [missing, found] : [found, missing];
    if (into.peek(key) !== entry) into.set(key, entry);
    outOf.delete(key);
  }

  function isFresh(key: string, entry: Entry<T>): boolean {
    const unchangedAtMs = changes.findUnchangedAtMs(key, entry.mark);
    if (unchangedAtMs === 'changed') return false;
    const ageMs = now() - entry.checkedAtMs;
    if (unchangedAtMs === null) return ageMs < freshMs(entry.value);
    entry.goodAtMs = Math.max(entry.goodAtMs, unchangedAtMs);
    entry.mark = changes.findMark();
    return ageMs < entry.keptMs;
  }

  return async (key: string): Promise<T | null> => {
    const known = getCache(key).peek(key);
    const refreshed = changes.refresh(Math.min(LIST_MS, freshMs(known?.value ?? null)));
    // An unknown document is read in any case.
    if (known) await refreshed;
    const last = getCache(key).get(key);
    if (last && isFresh(key, last)) return last.value;
    // Requests that come during the load share it.
    const entry = await getCache(key).forceFetch(key, { forceRefresh: true });
    storeEntry(key, entry);
    return entry.value;
  };
}
