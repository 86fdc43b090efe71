import { getStreamPrefix, type StreamDescription } from '@kinora/contract/stream';
import { fileName } from '@kinora/manifests/addresses';
import { isListed } from '@kinora/manifests/listed';
import { segmentCount } from '@kinora/manifests/segment-durations';
import { countSheets } from '@kinora/manifests/storyboard';
import type { Freshness } from './caching.ts';
import type { MissingSegment } from './segment-waits.ts';
import type { Target } from './target.ts';

export type ObjectTarget = Extract<
  Target,
  { kind: 'segment' | 'cover' | 'revisionCover' | 'storyboardSheet' | 'progressiveFile' }
>;

export type StoredObject = {
  storageKey: string;
  contentType: string;
  freshness: Freshness;
  /** The segment to wait for when storage does not have the object; null when it is not coming. */
  awaited: MissingSegment | null;
  /** Set for a whole file, which is too large for memory and takes long to send. */
  fileBytes: number | null;
};

/** Finds the stored object of a target; null when the published stream has no such object. */
export function findObject(stream: StreamDescription, target: ObjectTarget): StoredObject | null {
  const found = findFile(stream, target);
  if (!found) return null;
  const storageKey = getStreamPrefix(stream) + found.name;
  // Files of a plan never change.
  const freshness = 'folder' in target ? 'immutable' : 'short';
  const { contentType, awaited = null, fileBytes = null } = found;
  return { storageKey, contentType, freshness, awaited, fileBytes };
}

type Found = Pick<StoredObject, 'contentType'> & { name: string } & Partial<
    Pick<StoredObject, 'awaited' | 'fileBytes'>
  >;

function findFile(stream: StreamDescription, target: ObjectTarget): Found | null {
  switch (target.kind) {
    case 'segment':
      return findSegment(stream, target);
    case 'progressiveFile': {
      const file = stream.progressive.find(({ height }) => height === target.height);
      if (!file) return null;
      return { name: fileName(target), contentType: 'video/mp4', fileBytes: file.sizeBytes };
    }
    case 'storyboardSheet': {
      const { storyboard } = stream;
      if (!storyboard || target.sheet > countSheets(storyboard)) return null;
      return { name: fileName(target), contentType: 'image/jpeg' };
    }
    default: {
      const width = findCoverWidth(stream.coverWidths, target);
      if (width === undefined) return null;
      const name = fileName({ kind: 'revisionCover', width });
      return { name, contentType: 'image/jpeg' };
    }
  }
}

function findCoverWidth(
  widths: number[],
  target: Extract<Target, { kind: 'cover' | 'revisionCover' }>,
): number | undefined {
  if (target.kind === 'revisionCover') return widths.find((stored) => stored === target.width);
  const requested = target.width ?? Infinity;
  return widths.find((stored) => stored >= requested) ?? widths.at(-1);
}

/** RFC 4337 names the types, which every player takes for CMAF segments too. */
function findSegment(
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
    // A rendition is ready once it is whole: a segment that it lacks then is lost.
    awaited: rendition.ready ? null : { ...getKeys(stream), renditionId, number },
  };
}

function getKeys({ videoKey, revisionKey, folder }: StreamDescription) {
  return { videoKey, revisionKey, ...(folder === undefined ? {} : { folder }) };
}
