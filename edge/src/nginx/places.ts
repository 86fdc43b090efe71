import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { EdgeStorage } from '../edge-storage.ts';
import { isFromNginx } from './socket.ts';
import type { StoredObject } from '../stored-objects.ts';

/**
 * Names the place of an object for the nginx that a request came through, which sends the bytes then; null
 * where this edge sends them itself.
 */
export type FindPlace = (
  request: IncomingMessage,
  object: Pick<StoredObject, 'storageKey' | 'fileBytes'>,
  etag: string,
) => Promise<string | null>;

// Internal locations of `deploy/nginx/kinora.conf`.
const FOLDER = '/-bytes/folder/';
const STORE = '/-bytes/store';

const HOUR_SEC = 3600;
/** nginx gets a whole file part by part while its viewer watches it, at this pace at the slowest. */
const SLOWEST_BYTES_PER_SECOND = 32 * 1024;
/** AWS signs for seven days at most. */
const MAX_SEC = 7 * 24 * HOUR_SEC;

/** Room for some 20,000 addresses; those of popular segments are needed again and again. */
const KEPT_LETTERS = 10_000_000;

/** Creates what names places in a storage. */
export function createFindPlace(storage: EdgeStorage): FindPlace {
  const kept = new LRUCache<string, string>({
    maxSize: KEPT_LETTERS,
    sizeCalculation: (place, key) => place.length + key.length,
    // A kept signature lasts long enough for any object that is no whole file.
    ttl: (HOUR_SEC / 2) * 1000,
  });
  return async (request, { storageKey, fileBytes }, etag) => {
    if (!isFromNginx(request) || !isReadAlike(request, fileBytes, etag)) return null;
    const known = kept.get(storageKey);
    if (known !== undefined) return known;
    const seconds = HOUR_SEC + Math.ceil((fileBytes ?? 0) / SLOWEST_BYTES_PER_SECOND);
    const url = await storage.signUrl(storageKey, Math.min(seconds, MAX_SEC));
    const place = url === null ? FOLDER + storageKey : toStorePlace(url);
    kept.set(storageKey, place);
    return place;
  };
}

function toStorePlace(url: string): string {
  const { pathname, search } = new URL(url);
  return STORE + pathname + search;
}

const PLAIN_RANGE = /^bytes=([0-9]{1,15})-([0-9]{0,15})$/;

/** nginx would read the other requests in another way, or refuse them: they are rare, and left to the edge. */
function isReadAlike(
  { method, headers }: IncomingMessage,
  fileBytes: number | null,
  etag: string,
): boolean {
  if (method !== 'GET' || headers['x-kinora-again'] !== undefined) return false;
  if (headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined)
    return false;
  const { range, 'if-range': ifRange } = headers;
  if (ifRange !== undefined && ifRange !== etag) return false;
  if (range === undefined) return true;
  const [, start, end] = PLAIN_RANGE.exec(range) ?? [];
  // nginx says too late that a range is behind the end: it has added its headers already.
  if (start === undefined || fileBytes === null || Number(start) >= fileBytes) return false;
  return !end || Number(start) <= Number(end);
}
