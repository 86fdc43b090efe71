import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CachingFacts, getCachingHeaders } from './caching.ts';
import type { EdgeStorage } from './edge-storage.ts';
import type { ImmutableBody, ImmutableBytes } from './immutable-bytes.ts';
import type { Deadlines } from './limits.ts';
import type { FindPlace } from './nginx/places.ts';
import {
  matchesEtag,
  sendNotModified,
  refuse,
  type Refusal,
  SEGMENT_NOT_READY,
  sendBody,
  sendPlace,
  VIDEO_NOT_FOUND,
} from './replies.ts';
import { openStream } from './storage-reads.ts';
import type { MissingSegment, SegmentWaits } from './segment-waits.ts';
import type { StoredObject } from './stored-objects.ts';

/** Tells clients apart. */
export type ClientNetwork = (request: IncomingMessage) => string;

export type ObjectParts = {
  storage: EdgeStorage;
  findPlace: FindPlace;
  bytes: ImmutableBytes;
  waits: SegmentWaits;
  clientNetwork: ClientNetwork;
  deadlines: Deadlines;
  silenceMs: number;
};

/** Sends a stored object, and waits for one that is still being made. */
export async function serveObject(
  parts: ObjectParts,
  request: IncomingMessage,
  response: ServerResponse,
  object: StoredObject,
  judged: CachingFacts,
): Promise<void> {
  // The key never changes its bytes, so it is their version.
  const etag = `"${object.storageKey}"`;
  const headers = ['Content-Type', object.contentType, 'ETag', etag];
  let caching = getCachingHeaders(judged, object.freshness);
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    return sendNotModified(response, [...headers, ...caching]);
  }
  const place = await parts.findPlace(request, object, etag);
  if (place !== null) return sendPlace(response, place, [...headers, ...caching]);
  let body = await openBody(parts, response, object);
  if (!body && object.awaited) {
    const startedMs = performance.now();
    const refusal = await waitForSegment(
      parts,
      request,
      response,
      object.storageKey,
      object.awaited,
    );
    if (refusal) return refuse(response, refusal);
    body = await openBody(parts, response, object);
    // Players subtract the wait from their measured time, or would stay below this quality for a while. It
    // holds for this answer only, so no cache may reuse it.
    const waitMs = Math.round(performance.now() - startedMs);
    caching = ['Cache-Control', 'no-store', 'X-Wait-Ms', String(waitMs)];
  }
  if (!body) return refuse(response, VIDEO_NOT_FOUND);
  if (response.closed) return body.release();
  response.on('close', body.release);
  return sendBody(request, response, body, etag, [...headers, ...caching]);
}

/** Returns null once storage should be read again. */
async function waitForSegment(
  { waits, clientNetwork }: ObjectParts,
  request: IncomingMessage,
  response: ServerResponse,
  storageKey: string,
  segment: MissingSegment,
): Promise<Refusal | null> {
  // A HEAD request only checks whether the segment is there.
  if (request.method === 'HEAD') return SEGMENT_NOT_READY;
  const outcome = await waits.wait(segment, storageKey, clientNetwork(request), response);
  return outcome === 'late' || outcome === 'overLimit' ? SEGMENT_NOT_READY : null;
}

async function openBody(
  { bytes, storage, deadlines, silenceMs }: ObjectParts,
  response: ServerResponse,
  { storageKey, fileBytes }: StoredObject,
): Promise<ImmutableBody | null> {
  if (fileBytes === null) return bytes.open(storageKey);
  deadlines.extend(response, fileBytes);
  return {
    kind: 'stream',
    sizeBytes: fileBytes,
    open: (range) => openStream(storage, storageKey, range, silenceMs),
    release: () => undefined,
  };
}
