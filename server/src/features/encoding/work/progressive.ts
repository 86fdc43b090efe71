import {
  getStreamPrefix,
  type ProgressiveFile,
  type SegmentTimeline,
} from '@kinora/contract/stream';
import { segmentCount } from '@kinora/manifests/segment-durations';
import { prepareProgressive } from '@kinora/media/mp4/progressive';
import type { StoredTrack } from '@kinora/media/mp4/stored-track';
import type { Storage } from '@kinora/storage/storage';
import type { StreamParts } from '../../revisions/rules/stream-parts.ts';
import { readRenditionFile } from '../queries/rendition-files.ts';

/** Writes a rendition with its first audio as one file for download; nothing is encoded. */
export async function storeProgressive(
  storage: Storage,
  stream: StreamParts,
  renditionId: string,
  signal: AbortSignal,
): Promise<ProgressiveFile> {
  const { videoSegments, ...renditions } = stream.renditions;
  const video = renditions.video.find(({ id, ready }) => id === renditionId && ready);
  if (!video || !videoSegments) throw new Error(`${renditionId} is not there`);
  const audio = renditions.audio.find(({ id }) => video.audioIds?.includes(id) ?? true);
  const tracks = [await readStoredTrack(storage, stream, video.id, 'video', videoSegments)];
  if (audio) tracks.push(await readStoredTrack(storage, stream, audio.id, 'audio', audio.segments));
  const file = await prepareProgressive(tracks, { signal });
  const { width, height } = video;
  const prefix = getStreamPrefix(stream);
  await storage.put(`${prefix}${height}p.mp4`, file.chunks());
  return { width, height, sizeBytes: file.sizeBytes };
}

async function readStoredTrack(
  storage: Storage,
  stream: StreamParts,
  id: string,
  kind: StoredTrack['kind'],
  timeline: SegmentTimeline,
): Promise<StoredTrack> {
  const read = (name: string) => readRenditionFile(storage, stream, id, name);
  return {
    kind,
    init: await read('init.mp4'),
    segmentCount: segmentCount(timeline),
    segment: (number) => read(`${number}.m4s`),
  };
}
