import { type StreamDescription, streamPrefix } from '@kinora/contract/stream';
import { fileName } from '@kinora/manifests/addresses';
import { isListed } from '@kinora/manifests/listed';
import { segmentCount } from '@kinora/manifests/segment-durations';
import { sheetCount } from '@kinora/manifests/storyboard';
import type { Freshness } from './caching.ts';
import type { MissingSegment } from './segment-waits.ts';
import type { Target } from './target.ts';

export type ObjectTarget = Extract<
  Target,
  { kind: 'segment' | 'cover' | 'revisionCover' | 'storyboardSheet' | 'progressiveFile' }
>;

export interface StoredObject {
  storageKey: string;
  contentType: string;
  freshness: Freshness;
  /** What to wait for when storage does not have it; null when it has all that there will be. */
  awaited: MissingSegment | null;
  /** Set for a whole file: too large for memory, and long on its way. */
  fileBytes: number | null;
}

/** The stored object that a target means. Null when the published stream has no such. */
export function objectOf(stream: StreamDescription, target: ObjectTarget): StoredObject | null {
  const found = fileOf(stream, target);
  if (!found) return null;
  const storageKey = streamPrefix(stream) + found.name;
  // What the address names by its plan never changes.
  const freshness = 'folder' in target ? 'forEver' : 'aSecond';
  const { contentType, awaited = null, fileBytes = null } = found;
  return { storageKey, contentType, freshness, awaited, fileBytes };
}

type Found = Pick<StoredObject, 'contentType'> & { name: string } & Partial<
    Pick<StoredObject, 'awaited' | 'fileBytes'>
  >;

function fileOf(stream: StreamDescription, target: ObjectTarget): Found | null {
  switch (target.kind) {
    case 'segment':
      return segmentOf(stream, target);
    case 'progressiveFile': {
      const file = stream.progressive.find(({ height }) => height === target.height);
      if (!file) return null;
      return { name: fileName(target), contentType: 'video/mp4', fileBytes: file.sizeBytes };
    }
    case 'storyboardSheet': {
      const { storyboard } = stream;
      if (!storyboard || target.sheet > sheetCount(storyboard)) return null;
      return { name: fileName(target), contentType: 'image/jpeg' };
    }
    default: {
      const width = coverWidth(stream.coverWidths, target);
      if (width === undefined) return null;
      const name = fileName({ kind: 'revisionCover', width });
      return { name, contentType: 'image/jpeg' };
    }
  }
}

function coverWidth(
  widths: number[],
  target: Extract<Target, { kind: 'cover' | 'revisionCover' }>,
): number | undefined {
  if (target.kind === 'revisionCover') return widths.find((stored) => stored === target.width);
  const asked = target.width ?? Infinity;
  return widths.find((stored) => stored >= asked) ?? widths.at(-1);
}

/** With the RFC 4337 types, which every player takes for CMAF segments too. */
function segmentOf(
  stream: StreamDescription,
  target: Extract<Target, { kind: 'segment' }>,
): Found | null {
  const { renditionId, number } = target;
  const video = stream.video.find(({ id }) => id === renditionId);
  const audio = video ? undefined : stream.audio.find(({ id }) => id === renditionId);
  const rendition = video ?? audio;
  const timeline = video ? stream.videoSegments : audio?.segments;
  if (!rendition || !timeline || !isListed(stream, rendition)) return null;
  if (number > segmentCount(timeline)) return null;
  return {
    name: fileName(target),
    contentType: video ? 'video/mp4' : 'audio/mp4',
    // A rendition is ready once it is whole: what it lacks then is lost and not coming.
    awaited: rendition.ready ? null : { ...keysOf(stream), renditionId, number },
  };
}

function keysOf({ videoKey, revisionKey, folder }: StreamDescription) {
  return { videoKey, revisionKey, ...(folder === undefined ? {} : { folder }) };
}
