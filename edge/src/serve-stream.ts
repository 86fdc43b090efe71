import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StreamDescription } from '@kinora/contract/stream';
import { streamFolder } from '@kinora/manifests/addresses';
import { sendCachedText } from './cached-text.ts';
import type { Documents } from './documents.ts';
import { manifestOf, type ManifestTarget } from './manifests.ts';
import { findPlayableVideo } from './playable-video.ts';
import { FOR_A_SECOND, FOR_EVER, refuse, VIDEO_NOT_FOUND, VIDEO_NOT_READY } from './replies.ts';
import { type ObjectParts, serveObject } from './serve-object.ts';
import { objectOf, type ObjectTarget } from './stored-objects.ts';

export type StreamTarget = ManifestTarget | ObjectTarget;

export interface StreamParts extends ObjectParts {
  documents: Documents;
}

/** Answers what lies below `/streams/`. */
export async function serveStream(
  parts: StreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: StreamTarget,
): Promise<void> {
  const host = request.headers.host ?? '';
  const video = await findPlayableVideo(parts.documents, host, target.videoKey);
  if ('code' in video) return refuse(response, video);
  const { stream, suffix } = video;
  // Only the stream that is published now: an older one may have been withdrawn.
  if ('folder' in target && target.folder !== streamFolder(stream)) {
    return refuse(response, VIDEO_NOT_FOUND);
  }
  switch (target.kind) {
    case 'multivariantPlaylist':
    case 'mediaPlaylist':
    case 'iFramePlaylist':
    case 'dashManifest':
    case 'storyboard':
      return serveManifest(parts, request, response, { stream, suffix, target });
    default: {
      const object = objectOf(stream, target);
      if (!object) return refuse(response, VIDEO_NOT_FOUND);
      return serveObject(parts, request, response, object);
    }
  }
}

async function serveManifest(
  { storage }: StreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  { stream, suffix, target }: { stream: StreamDescription; suffix: string; target: ManifestTarget },
): Promise<void> {
  const text = await manifestOf(storage, stream, target, suffix);
  if (text) return sendCachedText(request, response, text, manifestHeaders(stream, target));
  const isMain =
    target.kind === 'dashManifest'
      ? stream.deliveryModel !== 'classic'
      : target.kind === 'multivariantPlaylist';
  return refuse(response, isMain ? VIDEO_NOT_READY : VIDEO_NOT_FOUND);
}

function manifestHeaders(stream: StreamDescription, target: ManifestTarget): string[] {
  // A storyboard is named once it is stored, and its address has the revision.
  const cacheControl = target.kind === 'storyboard' ? FOR_EVER : FOR_A_SECOND;
  const headers = ['Content-Type', contentTypeOf(target), 'Cache-Control', cacheControl];
  // Tells players that a segment which takes long is being made.
  return stream.open ? [...headers, 'X-Stream-Open', '1'] : headers;
}

function contentTypeOf(target: ManifestTarget): string {
  if (target.kind === 'dashManifest') return 'application/dash+xml'; // ISO/IEC 23009-1 Annex C
  if (target.kind !== 'storyboard') return 'application/vnd.apple.mpegurl'; // RFC 8216 §4
  return target.format === 'json' ? 'application/json' : 'text/vtt; charset=utf-8';
}
