import type { IncomingMessage, ServerResponse } from 'node:http';
import { type StreamDescription, streamPrefix } from '@kinora/contract/stream';
import { segmentCount } from '@kinora/manifests/segment-durations';
import { sendCachedText } from './cached-text.ts';
import type { Documents } from './documents.ts';
import type { ImmutableBytes } from './immutable-bytes.ts';
import { findPlayableVideo } from './playable-video.ts';
import { playlistOf } from './playlists.ts';
import {
  FOR_A_SECOND,
  FOR_EVER,
  matchesEtag,
  notModified,
  refuse,
  sendBody,
  VIDEO_NOT_FOUND,
  VIDEO_NOT_READY,
} from './replies.ts';
import type { Target } from './target.ts';

export type StreamTarget = Extract<
  Target,
  { kind: 'multivariantPlaylist' | 'mediaPlaylist' | 'segment' | 'cover' | 'revisionCover' }
>;

/** Answers what lies below `/streams/`. */
export async function serveStream(
  parts: { documents: Documents; bytes: ImmutableBytes },
  request: IncomingMessage,
  response: ServerResponse,
  target: StreamTarget,
): Promise<void> {
  const host = request.headers.host ?? '';
  const video = await findPlayableVideo(parts.documents, host, target.videoKey);
  if ('code' in video) return refuse(response, video);
  const { stream } = video;
  // Only the revision that is published now: an older one may have been withdrawn.
  if ('revisionKey' in target && target.revisionKey !== stream.revisionKey) {
    return refuse(response, VIDEO_NOT_FOUND);
  }
  if (target.kind === 'multivariantPlaylist' || target.kind === 'mediaPlaylist') {
    const renditionId = target.kind === 'mediaPlaylist' ? target.renditionId : null;
    const playlist = await playlistOf(stream, renditionId);
    const missing = renditionId === null ? VIDEO_NOT_READY : VIDEO_NOT_FOUND;
    if (!playlist) return refuse(response, missing);
    return sendCachedText(request, response, playlist, PLAYLIST_HEADERS);
  }
  const object = objectOf(stream, target);
  if (!object) return refuse(response, VIDEO_NOT_FOUND);
  return serveObject(parts.bytes, request, response, object);
}

// RFC 8216 §4: playlists are served as this type.
const PLAYLIST_HEADERS = [
  ['Content-Type', 'application/vnd.apple.mpegurl'],
  ['Cache-Control', FOR_A_SECOND],
].flat();

interface StoredObject {
  fileName: string;
  storageKey: string;
  contentType: string;
  cacheControl: string;
}

/** The stored object that a target means. Null when the published stream has no such. */
function objectOf(
  stream: StreamDescription,
  target: Extract<StreamTarget, { kind: 'segment' | 'cover' | 'revisionCover' }>,
): StoredObject | null {
  const prefix = streamPrefix(stream.videoKey, stream.revisionKey);
  if (target.kind === 'segment') {
    const contentType = segmentType(stream, target.renditionId, target.number);
    const fileName = `${target.renditionId}/${target.fileName}`;
    if (contentType === null) return null;
    return { fileName, storageKey: prefix + fileName, contentType, cacheControl: FOR_EVER };
  }
  const widths = stream.coverWidths;
  const asked = target.width ?? Infinity;
  const width =
    target.kind === 'revisionCover'
      ? widths.find((stored) => stored === asked)
      : (widths.find((stored) => stored >= asked) ?? widths.at(-1));
  if (width === undefined) return null;
  const fileName = `cover-${width}.jpg`;
  const cacheControl = target.kind === 'revisionCover' ? FOR_EVER : FOR_A_SECOND;
  return { fileName, storageKey: prefix + fileName, contentType: 'image/jpeg', cacheControl };
}

/** RFC 4337 types, which every player takes for CMAF segments too. Null: not in the stream. */
function segmentType(stream: StreamDescription, id: string, number: number): string | null {
  const isThis = (rendition: { id: string; ready: boolean }) =>
    rendition.id === id && rendition.ready;
  if (stream.videoSegments && stream.video.some(isThis)) {
    return number <= segmentCount(stream.videoSegments) ? 'video/mp4' : null;
  }
  const audio = stream.audio.find(isThis);
  return audio && number <= segmentCount(audio.segments) ? 'audio/mp4' : null;
}

async function serveObject(
  bytes: ImmutableBytes,
  request: IncomingMessage,
  response: ServerResponse,
  object: StoredObject,
): Promise<void> {
  // The key never changes its bytes, so it is their version.
  const etag = `"${object.storageKey}"`;
  const headers = ['Content-Type', object.contentType, 'ETag', etag];
  headers.push('Cache-Control', object.cacheControl);
  if (matchesEtag(request.headers['if-none-match'], etag)) return notModified(response, headers);
  const body = await bytes.open(object.storageKey);
  if (!body) return refuse(response, VIDEO_NOT_FOUND);
  if (response.closed) return body.release();
  response.on('close', body.release);
  return sendBody(request, response, body, etag, headers);
}
