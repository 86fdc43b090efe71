import type { IncomingMessage, ServerResponse } from 'node:http';
import { findStream } from '@kinora/manifests/earlier';
import type { Judgement } from '@kinora/playback-rules/judge-playback';
import { sendCachedText } from './cached-text.ts';
import { getCachingHeaders } from './caching.ts';
import type { Judge } from './judge.ts';
import { type FindLicensing, NO_LICENCES } from './licences/licensing.ts';
import type { LeavePass } from './pass-cookie.ts';
import { getManifest, type ManifestTarget } from './manifests.ts';
import { createRefusal, refuse, VIDEO_NOT_FOUND, VIDEO_NOT_READY } from './replies.ts';
import { type ObjectParts, serveObject } from './serve-object.ts';
import { findObject, type ObjectTarget } from './stored-objects.ts';

export type StreamTarget = ManifestTarget | ObjectTarget;

export type StreamParts = ObjectParts & {
  judge: Judge;
  leavePass: LeavePass;
  findLicensing: FindLicensing;
  now: () => number;
};

/** Serves the files below `/streams/`. */
export async function serveStream(
  parts: StreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: StreamTarget,
): Promise<void> {
  const judged = await parts.judge(request, target);
  if (!judged.isAllowed) return refuse(response, createRefusal(judged.reason));
  const stream = findStream(judged.stream, target, parts.now());
  if (!stream) return refuse(response, VIDEO_NOT_FOUND);
  switch (target.kind) {
    case 'multivariantPlaylist':
    case 'mediaPlaylist':
    case 'iFramePlaylist':
    case 'dashManifest':
    case 'storyboard':
      return serveManifest(parts, request, response, target, { ...judged, stream });
    default: {
      const object = findObject(stream, target);
      if (!object) return refuse(response, VIDEO_NOT_FOUND);
      return serveObject(parts, request, response, object, judged);
    }
  }
}

type Playable = Extract<Judgement, { isAllowed: true }>;

async function serveManifest(
  { storage, leavePass, findLicensing }: StreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  target: ManifestTarget,
  judged: Playable,
): Promise<void> {
  const { stream } = judged;
  const isMainText = target.kind === 'dashManifest' || target.kind === 'multivariantPlaylist';
  const licensing = isMainText ? await findLicensing(request, judged) : NO_LICENCES;
  const suffix = judged.pass?.suffix ?? '';
  const text = await getManifest(storage, stream, target, { suffix, licensing });
  if (text) {
    if (judged.pass) leavePass(response, target.videoKey, judged.pass);
    return sendCachedText(request, response, text, getManifestHeaders(target, judged));
  }
  const isMain =
    target.kind === 'dashManifest'
      ? stream.deliveryModel !== 'classic'
      : target.kind === 'multivariantPlaylist';
  return refuse(response, isMain ? VIDEO_NOT_READY : VIDEO_NOT_FOUND);
}

function getManifestHeaders(target: ManifestTarget, judged: Playable): string[] {
  // A storyboard is listed once it is stored, and its address has the revision.
  const freshness = target.kind === 'storyboard' ? 'immutable' : 'short';
  const caching = getCachingHeaders(judged, freshness);
  const headers = ['Content-Type', getContentType(target), ...caching];
  // Players then know that a slow segment is being made.
  return judged.stream.open ? [...headers, 'X-Stream-Open', '1'] : headers;
}

function getContentType(target: ManifestTarget): string {
  if (target.kind === 'dashManifest') return 'application/dash+xml'; // ISO/IEC 23009-1 Annex C
  if (target.kind !== 'storyboard') return 'application/vnd.apple.mpegurl'; // RFC 8216 §4
  return target.format === 'json' ? 'application/json' : 'text/vtt; charset=utf-8';
}
