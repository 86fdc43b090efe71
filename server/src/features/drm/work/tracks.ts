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
  const { storage, task } = work;
  const { renditions } = task.stream;
  const all: Rendition[] = [...renditions.video, ...renditions.audio];
  const inits = await Promise.all(
    all.map(({ id }) => readRenditionFile(storage, task.stream, id, 'init.mp4')),
  );
  const tracks = all.map((rendition, at) => {
    const init = inits[at] ?? Buffer.alloc(0);
    const ticks = listSegmentTicks(getTimeline(renditions, rendition));
    const sizes = ticks.map((each) => ({ sizeBytes: 0, ticks: each }));
    const id = toPackagedId(rendition.id, task.number);
    return { rendition, id, init, sizes, ...open(rendition, init) };
  });
  await Promise.all(tracks.map((track) => replaceHead(work, track)));
  await replaceSegments(work, tracks);
  const renamed: Packaged['renamed'] = new Map();
  for (const { rendition, id, sizes } of tracks) {
    const sizeBytes = sizes.reduce((sum, one) => sum + one.sizeBytes, 0);
    const { timescale } = getTimeline(renditions, rendition);
    const { peakBps, averageBps } = measureSegments(sizes, timescale);
    renamed.set(rendition.id, { id, sizeBytes, peakBps, averageBps });
  }
  const rename = <R extends Rendition>(rendition: R) => {
    const track = tracks.find((one) => one.rendition === rendition);
    return { ...rendition, ...track?.own, id: track?.id ?? rendition.id };
  };
  const video = renditions.video.map((one) => withAudio(rename(one), renamed));
  const audio = renditions.audio.map(rename);
  const firstRenditionId = findLead(renditions, renamed);
  return { renamed, renditions: { video, audio, firstRenditionId } };
}

type Track = {
  rendition: Rendition;
  id: string;
  init: Buffer;
  change: TrackChange;
  sizes: { sizeBytes: number; ticks: number }[];
};

async function replaceHead({ storage, task: { stream } }: Work, track: Track): Promise<void> {
  const prefix = `${getStreamPrefix(stream)}${track.id}/`;
  await storage.put(`${prefix}init.mp4`, track.change.init(track.init));
  await copyKeyFrames({ storage, stream }, track.rendition, prefix);
}

/** So many segments are made at once: each waits for the disk, or the store, more than it computes. */
const SEGMENTS_AT_ONCE = 6;

async function replaceSegments(
  { storage, task: { stream }, signal }: Work,
  tracks: readonly Track[],
): Promise<void> {
  const waiting = listSegments(tracks);
  const replaceNext = async () => {
    for (const { track, size, number } of waiting) {
      signal.throwIfAborted();
      const name = `${number}.m4s`;
      const before = await readRenditionFile(storage, stream, track.rendition.id, name);
      const bytes = track.change.segment(before, number);
      await storage.put(`${getStreamPrefix(stream)}${track.id}/${name}`, bytes);
      size.sizeBytes = bytes.length;
    }
  };
  // One that fails ends the list; what the others still store is there before it is thrown away.
  const ends = await Promise.allSettled(Array.from({ length: SEGMENTS_AT_ONCE }, replaceNext));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function* listSegments(tracks: readonly Track[]) {
  for (const track of tracks)
    for (const [at, size] of track.sizes.entries()) yield { track, size, number: at + 1 };
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
