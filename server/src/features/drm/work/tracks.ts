import { getStreamPrefix, type SegmentTimeline } from '@kinora/contract/stream';
import { listSegmentTicks } from '@kinora/manifests/segment-durations';
import { measureSegments } from '@kinora/media/plan/bandwidth';
import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { readRenditionFile } from '../../encoding/queries/rendition-files.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { toPackagedId } from '../rules.ts';
import type { TrackKeys } from './replace-segments.ts';
import { replaceInThread } from './segment-threads.ts';

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

type Work = {
  context: Pick<Context, 'storage' | 'config'>;
  task: PackagingTask;
  signal: AbortSignal;
};

/** A track's change: its new init segment, the keys of its segments, and its new description. */
type TrackChange = { init: Buffer; keys: TrackKeys; own: { keyId?: string } };

/**
 * Rewrites all tracks of a stream, file by file, without changing their sizes.
 *
 * @param open reads from a track's init segment how to change it
 */
export async function replaceTracks(
  work: Work,
  open: (rendition: Rendition, init: Buffer) => TrackChange,
) {
  const { context, task, signal } = work;
  const { stream } = task;
  const { renditions } = stream;
  const all: Rendition[] = [...renditions.video, ...renditions.audio];
  const inits = await Promise.all(
    all.map(({ id }) => readRenditionFile(context.storage, stream, id, 'init.mp4')),
  );
  const tracks = all.map((rendition, at) => ({
    rendition,
    id: toPackagedId(rendition.id, task.number),
    ticks: listSegmentTicks(getTimeline(renditions, rendition)),
    ...open(rendition, inits[at] ?? Buffer.alloc(0)),
  }));
  await Promise.all(tracks.map((track) => storeHead(work, track)));
  const { storageUrl, secrets } = context.config;
  const prefix = getStreamPrefix(stream);
  const sizes = await replaceInThread(
    {
      storageUrl,
      storageEnv: secrets.storageEnv,
      tracks: tracks.map(({ rendition, id, ticks, keys }) => ({
        from: `${prefix}${rendition.id}/`,
        to: `${prefix}${id}/`,
        segmentCount: ticks.length,
        keys,
      })),
    },
    signal,
  );
  const renamed: Packaged['renamed'] = new Map();
  for (const [at, { rendition, id, ticks }] of tracks.entries()) {
    const segments = ticks.map((each, n) => ({ ticks: each, sizeBytes: sizes[at]?.[n] ?? 0 }));
    const sizeBytes = segments.reduce((sum, one) => sum + one.sizeBytes, 0);
    const { timescale } = getTimeline(renditions, rendition);
    const { peakBps, averageBps } = measureSegments(segments, timescale);
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

async function storeHead(
  { context: { storage }, task: { stream } }: Work,
  { rendition, id, init }: { rendition: Rendition; id: string; init: Buffer },
): Promise<void> {
  const prefix = `${getStreamPrefix(stream)}${id}/`;
  await storage.put(`${prefix}init.mp4`, init);
  await copyKeyFrames({ storage, stream }, rendition, prefix);
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
