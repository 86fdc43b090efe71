import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrmModel } from '@kinora/contract/drm';
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
import { countNeededBytes } from '../rules/arrival.ts';
import { choosePlannedModel } from '../rules/planned-drm.ts';
import { getWorkPrefix } from '../rules/work-prefix.ts';
import { findDefaultRendition, toLadder, wantsEncryption } from '../rules/ladder.ts';
import { type NewPiece } from '../../pieces/rules/pieces.ts';
import { toNewPieces } from '../rules/new-pieces.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { fetchOpening } from './needed-bytes.ts';
import { ALL, openSource, type SourceFile, getSources } from './sources.ts';

export type Planned = {
  teamId: string;
  plan: StoredPlan;
  remuxKey: string | null;
  stream: StreamDescription;
  drmModel: DrmModel;
  onDemandIds: string[];
  defaultRenditionId: string | null;
  pieces: NewPiece[];
  /** Bytes that each segment of video waits for; null when all are there. */
  segmentArrivals: number[] | null;
  uncopyableKinds: readonly string[];
};

type Options = { signal: AbortSignal };

/**
 * Probes and plans a stored source. Containers that can't be sought in are remuxed first.
 *
 * @param nameWork records where the remuxed source is going to be stored
 */
export async function planSource(
  storage: Storage,
  task: EncodingTask,
  options: Options,
  nameWork: (remuxKey: string) => Promise<void>,
): Promise<Planned> {
  const tools = await getMediaTools();
  const { videoKey, revisionKey } = task;
  return getSources(storage).with(sourceKey(videoKey, revisionKey), async (file) => {
    await using source = await openSource(file, options.signal).catch(throwUnreadable);
    const index = await fetchOpening(file, source, options.signal);
    const probe = await probeFile(tools, file, source, index, options);
    const plan = await planFile(task, source, probe, index);
    if (!needsRemux(plan)) return describePlan(task, probe, plan, tools);
    await file.fetched?.need(ALL, options.signal);
    const remuxKey = `${getWorkPrefix(videoKey)}${createFolderName(revisionKey)}`;
    return await withFolder(async (folder) => {
      const remuxed = join(folder, 'source');
      await remuxSource(tools, plan, file.path, remuxed, options);
      const again = await probeSource(tools, remuxed, options);
      await nameWork(remuxKey);
      await storage.put(remuxKey, createReadStream(remuxed));
      await using bytes = await openByteSource(remuxed);
      const anew = await planFile(task, bytes, again, await readMp4Index(bytes));
      return { ...describePlan(task, again, anew, tools), remuxKey };
    });
  });
}

function throwUnreadable(cause: unknown): never {
  throw new ProbeError('unreadable', String((cause as NodeJS.ErrnoException).code), { cause });
}

/** Fetches the rest of a file only when its first part can't be judged without. */
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
 * Plans a source whose beginning has arrived. Null when the whole is needed: it has no index yet or none at
 * all, or a container that can only be read from its end.
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
  return describePlan(task, probe, plan, tools, { index, file });
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-remux-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies tracks that conform where the preset's ladder has a place for them. */
async function planFile(
  task: EncodingTask,
  source: ByteSource,
  probe: SourceProbe,
  index: Mp4Index | null,
  arrived: { arrivedBytes?: number } = {},
): Promise<EncodingPlan> {
  const found = index && (await checkConforming(source, index, probe, arrived)).copy;
  const { uncopyableKinds } = task;
  // Nothing can be drawn over the source's own pictures.
  const keepsPictures = !task.hasOverlay && !uncopyableKinds.includes('video');
  const copy = found && {
    video: keepsPictures ? found.video : null,
    audio: uncopyableKinds.includes('audio') ? [] : found.audio,
  };
  const { codecs } = await getMediaTools();
  try {
    const options = { copy, codecs, earlierPlans: uncopyableKinds.length };
    return planStream(probe, toLadder(task.profiles), options);
  } catch (error) {
    // The preset wants nothing that the file has (audio alone of a silent film).
    if (error instanceof RangeError) throw new ProbeError('no_streams', error.message);
    throw error;
  }
}

function describePlan(
  task: EncodingTask,
  probe: SourceProbe,
  encoding: EncodingPlan,
  { fingerprint }: MediaTools,
  from?: { index: Mp4Index; file: ArrivedFile },
): Planned {
  const { videoKey, revisionKey, deliveryModel } = task;
  const encrypts = wantsEncryption(task);
  const drmModel = choosePlannedModel({ ...task, encrypts });
  const all = listPieces(encoding, { deliveryModel });
  const arriving = from && { ...from, needs: prepareNeededBytes(from.index) };
  const { onDemandIds, list } = toNewPieces(arriving ? splitForArrival(all) : all, encoding, {
    ...task,
    encrypts,
    isWithheld: drmModel !== 'none',
    hasPicture: probe.video !== null || probe.picture !== null,
  });
  const { video, ...rest } = probe;
  return {
    teamId: task.teamId,
    plan: {
      encoding,
      source: { ...rest, video: video ? omitFrames(video) : null },
      encrypts,
      encoder: fingerprint,
    },
    remuxKey: null,
    drmModel,
    stream: {
      ...describeStream({ videoKey, revisionKey }, encoding, {
        deliveryModel,
        open: false,
        ready: new Set(),
        measured: new Map(),
        coverWidths: [],
        firstRenditionId: findFirstRendition(encoding, all),
      }),
      folder: createFolderName(revisionKey),
    },
    onDemandIds,
    uncopyableKinds: task.uncopyableKinds,
    defaultRenditionId: findDefaultRendition(
      task.defaultResolution,
      encoding.video?.renditions ?? [],
    ),
    pieces: arriving ? list.map((piece) => withNeededBytes(piece, encoding, arriving)) : list,
    segmentArrivals: arriving ? listSegmentArrivals(encoding, arriving) : null,
  };
}

/** Names a place in storage that no other plan has. */
function createFolderName(revisionKey: string): string {
  return `${revisionKey}-${newKey(8)}`;
}

/** The rendition that plays first: a copy, which costs next to nothing, or the rung that leads. */
function findFirstRendition(
  { video }: EncodingPlan,
  pieces: readonly PlannedPiece[],
): string | null {
  const copied = video?.renditions.find(({ source }) => source === 'copy');
  const lead = pieces.find(({ kind }) => kind === 'video');
  return copied?.id ?? lead?.renditionIds[0] ?? null;
}

function omitFrames({ frames: _frames, ...video }: NonNullable<SourceProbe['video']>) {
  return video;
}

type Arriving = { index: Mp4Index; file: ArrivedFile; needs: (endSeconds: number) => number };

function withNeededBytes(piece: NewPiece, plan: EncodingPlan, arriving: Arriving): NewPiece {
  return {
    ...piece,
    needsArrived: countNeededFor(getNeededOffset(piece, plan, arriving), arriving),
  };
}

function countNeededFor(offset: number, { file }: Arriving): number {
  return countNeededBytes(file.layout, Math.min(file.sizeBytes, offset));
}

/** The bytes that a requested segment waits for, though the piece that makes it needs more. */
function listSegmentArrivals(plan: EncodingPlan, arriving: Arriving): number[] {
  const encoded = plan.video?.renditions.filter(({ source }) => source === 'encode') ?? [];
  const renditionIds = encoded.map(({ id }) => id);
  if (renditionIds.length === 0) return [];
  return plan.grid.borders.map((_, n) => {
    const piece = { kind: 'video', renditionIds, firstSegment: n + 1, lastSegment: n + 1 } as const;
    return countNeededFor(arriving.needs(getReadEndSeconds(plan, piece)), arriving);
  });
}

/** The file offset below which all bytes lie that a piece reads. */
function getNeededOffset(piece: NewPiece, plan: EncodingPlan, { index, needs }: Arriving): number {
  const { kind, renditionIds, lastSegment } = piece;
  if (kind === 'video' || kind === 'audio')
    return needs(getReadEndSeconds(plan, { ...piece, kind }));
  // Images beside the stream are looked for all over it.
  if (kind !== 'copy') return Infinity;
  const offsets = renditionIds.map((id) => {
    const video = plan.video?.renditions.find((rendition) => rendition.id === id);
    if (video?.source === 'copy') return getSegmentNeededBytes(index, video.copy, lastSegment);
    const audio = plan.audio.find((rendition) => rendition.id === id);
    return audio?.source === 'copy' ? getSegmentNeededBytes(index, audio, lastSegment) : Infinity;
  });
  return Math.max(...offsets);
}
