import { getStreamPrefix, type SegmentTimeline } from '@kinora/contract/stream';
import { listSegmentTicks } from '@kinora/manifests/segment-durations';
import { measureSegments } from '@kinora/media/plan/bandwidth';
import type { Storage } from '@kinora/storage/storage';
import { readRenditionFile } from '../../encoding/queries/rendition-files.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { toPackagedId } from '../rules.ts';

export type Rendition = Renditions['video'][number] | Renditions['audio'][number];

export function getTimeline({ videoSegments }: Renditions, rendition: Rendition): SegmentTimeline {
  const timeline = 'segments' in rendition ? rendition.segments : videoSegments;
  if (!timeline) throw new Error(`${rendition.id} has no segments`);
  return timeline;
}

export function withAudio<R extends Renditions['video'][number]>(
  { audioIds, ...one }: R,
  renamed: Packaged['renamed'],
) {
  return audioIds ? { ...one, audioIds: audioIds.map((id) => renamed.get(id)?.id ?? id) } : one;
}

export function findLead({ firstRenditionId }: Renditions, renamed: Packaged['renamed']) {
  return firstRenditionId === null ? null : (renamed.get(firstRenditionId)?.id ?? null);
}

/** Makes the bytes of a track anew, each file by itself and in as many bytes. */
export type TrackChange = {
  init(bytes: Buffer): Buffer;
  segment(bytes: Buffer, number: number): Buffer;
};

type Work = { storage: Storage; task: PackagingTask; signal: AbortSignal };

/** @param open reads from its init segment how a track is changed */
export async function replaceTracks(
  work: Work,
  open: (rendition: Rendition, init: Buffer) => { change: TrackChange; own: { keyId?: string } },
) {
  const { renditions } = work.task.stream;
  const renamed: Packaged['renamed'] = new Map();
  const replace = async <R extends Rendition>(rendition: R) => {
    const id = toPackagedId(rendition.id, work.task.number);
    const init = await readRenditionFile(work.storage, work.task.stream, rendition.id, 'init.mp4');
    const { change, own } = open(rendition, init);
    const sizes = await replaceTrack(work, { rendition, id, init, change });
    renamed.set(rendition.id, { id, ...sizes });
    return { ...rendition, ...own, id };
  };
  const [video, audio] = [[], []] as [Renditions['video'], Renditions['audio']];
  for (const one of renditions.video) video.push(await replace(one));
  for (const one of renditions.audio) audio.push(await replace(one));
  const firstRenditionId = findLead(renditions, renamed);
  const made = { video: video.map((one) => withAudio(one, renamed)), audio, firstRenditionId };
  return { renamed, renditions: made };
}

/** So many segments are made at once: each waits for the disk, or the store, more than it computes. */
const SEGMENTS_AT_ONCE = 4;

async function replaceTrack(
  { storage, task: { stream }, signal }: Work,
  track: { rendition: Rendition; id: string; init: Buffer; change: TrackChange },
) {
  const { rendition, id, init, change } = track;
  const prefix = `${getStreamPrefix(stream)}${id}/`;
  const timeline = getTimeline(stream.renditions, rendition);
  const sizes = listSegmentTicks(timeline).map((ticks) => ({ sizeBytes: 0, ticks }));
  const waiting = sizes.entries();
  const replaceNext = async () => {
    for (const [at, size] of waiting) {
      signal.throwIfAborted();
      const name = `${at + 1}.m4s`;
      const before = await readRenditionFile(storage, stream, rendition.id, name);
      const bytes = change.segment(before, at + 1);
      await storage.put(`${prefix}${name}`, bytes);
      size.sizeBytes = bytes.length;
    }
  };
  await storage.put(`${prefix}init.mp4`, change.init(init));
  await copyKeyFrames({ storage, stream }, rendition, prefix);
  await Promise.all(Array.from({ length: SEGMENTS_AT_ONCE }, replaceNext));
  const sizeBytes = sizes.reduce((sum, one) => sum + one.sizeBytes, 0);
  const { peakBps, averageBps } = measureSegments(sizes, timeline.timescale);
  return { sizeBytes, peakBps, averageBps };
}

/** They stand where they stood. */
async function copyKeyFrames(
  { storage, stream }: { storage: Storage; stream: PackagingTask['stream'] },
  rendition: Rendition,
  prefix: string,
) {
  if (!('iFrames' in rendition) || !rendition.iFrames?.measured) return;
  const bytes = await readRenditionFile(storage, stream, rendition.id, 'key-frames.json');
  await storage.put(`${prefix}key-frames.json`, bytes);
}
