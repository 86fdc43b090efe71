import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamDescription } from '@kinora/contract/stream';
import { checkConforming } from '@kinora/media/copy/conforming';
import { getSegmentNeededBytes } from '@kinora/media/copy/copy-segments';
import { describeStream } from '@kinora/media/plan/describe';
import { ProbeError } from '@kinora/media/cage/errors';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { prepareNeededBytes } from '@kinora/media/probe/index-needs';
import { getReadEndSeconds } from '@kinora/media/plan/piece-window';
import { type ByteSource, openByteSource } from '@kinora/media/mp4/mp4-file';
import { type Mp4Index, readMp4Index } from '@kinora/media/mp4/mp4-index';
import { listPieces, type PlannedPiece, splitForArrival } from '@kinora/media/plan/pieces';
import { planStream } from '@kinora/media/plan/plan';
import type { EncodingPlan } from '@kinora/media/plan/encoding-plan';
import { probeArriving, probeSource } from '@kinora/media/probe/probe';
import { needsRemux, remuxSource } from '@kinora/media/encode/remux';
import type { SourceProbe } from '@kinora/media/probe/source-probe';
import type { MediaTools } from '@kinora/media/cage/tools';
import type { Storage } from '@kinora/storage/storage';
import { newKey } from '../../../base/ids.ts';
import { sourceKey } from '../../uploads/rules.ts';
import type { ArrivedFile } from '../../uploads/queries.ts';
import { arrivedUpTo } from '../../uploads/rules/layout.ts';
import type { EncodingTask } from '../queries/task.ts';
import { arrivedNeeded } from '../rules/arrival.ts';
import { defaultRendition, ladderOf, wantsEncryption } from '../rules/ladder.ts';
import { type NewPiece } from '../../pieces/rules/pieces.ts';
import { newPieces } from '../rules/new-pieces.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { fetchOpening } from './needed-bytes.ts';
import { ALL, openSource, type SourceFile, sourcesOf } from './sources.ts';

export type Planned = {
  teamId: string;
  plan: StoredPlan;
  workKey: string | null;
  stream: StreamDescription;
  onDemandIds: string[];
  defaultRenditionId: string | null;
  pieces: NewPiece[];
  /** Bytes that each segment of pictures waits for; null when all are there. */
  segmentArrivals: number[] | null;
  refusedCopies: readonly string[];
};

type Options = { signal: AbortSignal };

/**
 * Probes and plans a stored source. Containers that can't be sought in are remuxed first.
 *
 * @param nameWork notes where the remuxed source is going to be stored
 */
export async function planSource(
  storage: Storage,
  task: EncodingTask,
  options: Options,
  nameWork: (workKey: string) => Promise<void>,
): Promise<Planned> {
  const tools = await getMediaTools();
  const { videoKey, revisionKey } = task;
  return sourcesOf(storage).with(sourceKey(videoKey, revisionKey), async (file) => {
    await using source = await openSource(file, options.signal).catch(unreadable);
    const index = await fetchOpening(file, source, options.signal);
    const probe = await probeFile(tools, file, source, index, options);
    const plan = await planFile(task, source, probe, index);
    if (!needsRemux(plan)) return planned(task, probe, plan, tools);
    await file.fetched?.need(ALL, options.signal);
    const workKey = `work/${videoKey}/${newFolder(revisionKey)}`;
    return await withFolder(async (folder) => {
      const remuxed = join(folder, 'source');
      await remuxSource(tools, plan, file.path, remuxed, options);
      const again = await probeSource(tools, remuxed, options);
      await nameWork(workKey);
      await storage.put(workKey, createReadStream(remuxed));
      await using bytes = await openByteSource(remuxed);
      const anew = await planFile(task, bytes, again, await readMp4Index(bytes));
      return { ...planned(task, again, anew, tools), workKey };
    });
  });
}

function unreadable(cause: unknown): never {
  throw new ProbeError('unreadable', String((cause as NodeJS.ErrnoException).code), { cause });
}

/** Of a file that is not all here, and can't be judged without the rest, the rest is fetched. */
async function probeFile(
  tools: MediaTools,
  { path, fetched }: SourceFile,
  { sizeBytes }: ByteSource,
  index: Mp4Index | null,
  options: Options,
): Promise<SourceProbe> {
  const all = { ...options, arrivedBytes: Infinity, totalBytes: sizeBytes };
  const partly = fetched && index ? await probeArriving(tools, path, all) : null;
  if (partly) return partly;
  await fetched?.need(ALL, options.signal);
  return probeSource(tools, path, options);
}

/**
 * Plans a source of which the beginning has arrived; null when its whole must be waited for: no
 * index yet, none at all, or a container that only its end explains.
 */
export async function planArriving(
  storage: Storage,
  task: EncodingTask,
  file: ArrivedFile,
  options: Options,
): Promise<Planned | null> {
  const path = storage.appendables.localPath(file.storageKey);
  if (path === null || file.isComplete) return null;
  const totalBytes = file.sizeBytes;
  await using source = await openByteSource(path, totalBytes).catch(() => null);
  const index = source && (await readMp4Index(source).catch(() => null));
  if (!index) return null;
  const arrivedBytes = arrivedUpTo(file.layout, file.arrivedBytes);
  const arriving = { ...options, arrivedBytes, totalBytes };
  const tools = await getMediaTools();
  const probe = await probeArriving(tools, path, arriving);
  if (!probe) return null;
  const plan = await planFile(task, source, probe, index, { arrivedBytes });
  if (plan.access !== 'seek') return null;
  return planned(task, probe, plan, tools, { index, file });
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-remux-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What conforms is copied where the preset's ladder has a place for it. */
async function planFile(
  task: EncodingTask,
  source: ByteSource,
  probe: SourceProbe,
  index: Mp4Index | null,
  arrived: { arrivedBytes?: number } = {},
): Promise<EncodingPlan> {
  const found = index && (await checkConforming(source, index, probe, arrived)).copy;
  const { refusedCopies } = task;
  // Nothing can be drawn over the source's own pictures.
  const keepsPictures = !task.hasOverlay && !refusedCopies.includes('video');
  const copy = found && {
    video: keepsPictures ? found.video : null,
    audio: refusedCopies.includes('audio') ? [] : found.audio,
  };
  const { codecs } = await getMediaTools();
  try {
    const options = { copy, codecs, earlierPlans: refusedCopies.length };
    return planStream(probe, ladderOf(task.profiles), options);
  } catch (error) {
    // A preset that wants nothing that the file has (sound alone of a silent film).
    if (error instanceof RangeError) throw new ProbeError('no_streams', error.message);
    throw error;
  }
}

function planned(
  task: EncodingTask,
  probe: SourceProbe,
  encoding: EncodingPlan,
  { fingerprint }: MediaTools,
  from?: { index: Mp4Index; file: ArrivedFile },
): Planned {
  const { videoKey, revisionKey, deliveryModel } = task;
  const encrypts = wantsEncryption(task.profiles);
  const all = listPieces(encoding, { deliveryModel });
  const arriving = from && { ...from, needs: prepareNeededBytes(from.index) };
  const { onDemandIds, list } = newPieces(arriving ? splitForArrival(all) : all, encoding, {
    ...task,
    encrypts,
  });
  const { video, ...rest } = probe;
  return {
    teamId: task.teamId,
    plan: {
      encoding,
      source: { ...rest, video: video ? withoutFrames(video) : null },
      encrypts,
      encoder: fingerprint,
    },
    workKey: null,
    stream: {
      ...describeStream({ videoKey, revisionKey }, encoding, {
        deliveryModel,
        open: false,
        ready: new Set(),
        measured: new Map(),
        coverWidths: [],
        firstRenditionId: firstOf(encoding, all),
      }),
      folder: newFolder(revisionKey),
    },
    onDemandIds,
    refusedCopies: task.refusedCopies,
    defaultRenditionId: defaultRendition(task.defaultResolution, encoding.video?.renditions ?? []),
    pieces: arriving ? list.map((piece) => whenArrived(piece, encoding, arriving)) : list,
    segmentArrivals: arriving ? segmentArrivals(encoding, arriving) : null,
  };
}

/** A place in storage that no other plan has. */
function newFolder(revisionKey: string): string {
  return `${revisionKey}-${newKey(8)}`;
}

/** What can be played first: a copy, which costs next to nothing, or the rung that leads. */
function firstOf({ video }: EncodingPlan, pieces: readonly PlannedPiece[]): string | null {
  const copied = video?.renditions.find(({ source }) => source === 'copy');
  const lead = pieces.find(({ kind }) => kind === 'video');
  return copied?.id ?? lead?.renditionIds[0] ?? null;
}

function withoutFrames({ frames: _frames, ...video }: NonNullable<SourceProbe['video']>) {
  return video;
}

type Arriving = { index: Mp4Index; file: ArrivedFile; needs: (endSeconds: number) => number };

function whenArrived(piece: NewPiece, plan: EncodingPlan, arriving: Arriving): NewPiece {
  return { ...piece, needsArrived: arrivedFor(offsetNeeded(piece, plan, arriving), arriving) };
}

function arrivedFor(offset: number, { file }: Arriving): number {
  return arrivedNeeded(file.layout, Math.min(file.sizeBytes, offset));
}

/** What a viewer who asks for a segment waits for, though the piece that makes it needs more. */
function segmentArrivals(plan: EncodingPlan, arriving: Arriving): number[] {
  const encoded = plan.video?.renditions.filter(({ source }) => source === 'encode') ?? [];
  const renditionIds = encoded.map(({ id }) => id);
  if (renditionIds.length === 0) return [];
  return plan.grid.borders.map((_, n) => {
    const piece = { kind: 'video', renditionIds, firstSegment: n + 1, lastSegment: n + 1 } as const;
    return arrivedFor(arriving.needs(getReadEndSeconds(plan, piece)), arriving);
  });
}

/** File offset below which all lies that a piece reads. */
function offsetNeeded(piece: NewPiece, plan: EncodingPlan, { index, needs }: Arriving): number {
  const { kind, renditionIds, lastSegment } = piece;
  if (kind === 'video' || kind === 'audio')
    return needs(getReadEndSeconds(plan, { ...piece, kind }));
  // Pictures beside the stream are looked for all over it.
  if (kind !== 'copy') return Infinity;
  const offsets = renditionIds.map((id) => {
    const video = plan.video?.renditions.find((rendition) => rendition.id === id);
    if (video?.source === 'copy') return getSegmentNeededBytes(index, video.copy, lastSegment);
    const audio = plan.audio.find((rendition) => rendition.id === id);
    return audio?.source === 'copy' ? getSegmentNeededBytes(index, audio, lastSegment) : Infinity;
  });
  return Math.max(...offsets);
}
