import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Judgement } from '@kinora/playback-rules/judge-playback';
import { sendCachedText } from './cached-text.ts';
import { cacheControl } from './caching.ts';
import type { Judge } from './judge.ts';
import { manifestOf, type ManifestTarget } from './manifests.ts';
import { refusalOf, refuse, VIDEO_NOT_FOUND, VIDEO_NOT_READY } from './replies.ts';
import { type ObjectParts, serveObject } from './serve-object.ts';
import { objectOf, type ObjectTarget } from './stored-objects.ts';

export type StreamTarget = ManifestTarget | ObjectTarget;

export interface StreamParts extends ObjectParts {
  judge: Judge;
}

/** Answers what lies below `/streams/`. */
export async function serveStream(
  parts: StreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: StreamTarget,
): Promise<void> {
  const judged = await parts.judge(request, target);
  if (!judged.isAllowed) return refuse(response, refusalOf(judged.reason));
  switch (target.kind) {
    case 'multivariantPlaylist':
    case 'mediaPlaylist':
    case 'iFramePlaylist':
    case 'dashManifest':
    case 'storyboard':
      return serveManifest(parts, request, response, target, judged);
    default: {
      const object = objectOf(judged.stream, target);
      if (!object) return refuse(response, VIDEO_NOT_FOUND);
      return serveObject(parts, request, response, object, judged);
    }
  }
}

type Playable = Extract<Judgement, { isAllowed: true }>;

async function serveManifest(
  { storage }: StreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: ManifestTarget,
  judged: Playable,
): Promise<void> {
  const { stream } = judged;
  const text = await manifestOf(storage, stream, target, judged.suffix);
  if (text) return sendCachedText(request, response, text, manifestHeaders(target, judged));
  const isMain =
    target.kind === 'dashManifest'
      ? stream.deliveryModel !== 'classic'
      : target.kind === 'multivariantPlaylist';
  return refuse(response, isMain ? VIDEO_NOT_READY : VIDEO_NOT_FOUND);
}

function manifestHeaders(target: ManifestTarget, judged: Playable): string[] {
  // A storyboard is named once it is stored, and its address has the revision.
  const freshness = target.kind === 'storyboard' ? 'forEver' : 'aSecond';
  const caching = ['Cache-Control', cacheControl(judged, freshness)];
  const headers = ['Content-Type', contentTypeOf(target), ...caching];
  // Tells players that a segment which takes long is being made.
  return judged.stream.open ? [...headers, 'X-Stream-Open', '1'] : headers;
}

function contentTypeOf(target: ManifestTarget): string {
  if (target.kind === 'dashManifest') return 'application/dash+xml'; // ISO/IEC 23009-1 Annex C
  if (target.kind !== 'storyboard') return 'application/vnd.apple.mpegurl'; // RFC 8216 §4
  return target.format === 'json' ? 'application/json' : 'text/vtt; charset=utf-8';
}
