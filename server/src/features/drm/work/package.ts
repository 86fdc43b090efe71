import { randomBytes } from 'node:crypto';
import { findKeyId, getTrackClass, type TrackClass } from '@kinora/manifests/content-keys';
import { getStreamPrefix, type KeyFrames, type StreamEncryption } from '@kinora/contract/stream';
import { measureKeyFrames, measureSegments } from '@kinora/media/plan/bandwidth';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { readKeyFrames } from '@kinora/media/encode/key-frames';
import { decryptTrack, type PackagedPart, packageTrack } from '@kinora/media/protect/packager';
import { type ContentKey, createContentKey } from '@kinora/media/protect/content-key';
import { segmentCount, listSegmentTicks } from '@kinora/manifests/segment-durations';
import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { defineWork } from '../../../base/jobs.ts';
import { readRenditionFile } from '../../encoding/queries/rendition-files.ts';
import type { Renditions, StreamParts } from '../../revisions/rules/stream-parts.ts';
import {
  beginPackaging,
  giveUpPackaging,
  type Packaged,
  type PackagingTask,
  recordPackaging,
} from '../actions/packagings.ts';
import { packageJob } from '../jobs.ts';
import { replaceKeys } from './replace-keys.ts';
import { sweepPackagings } from './sweep.ts';
import { listStreamKeys, type StoredKey } from '../queries.ts';
import { toPackagedId, listSystems } from '../rules.ts';

type Rendition = Renditions['video'][number] | Renditions['audio'][number];
type Kind = 'video' | 'audio';
type Pssh = Extract<StreamEncryption, { method: 'cbcs' }>['pssh'];

export const packageWork = defineWork(packageJob, {
  handle: async (context, { revisionKey }, { signal }) => {
    const { db, storage, config } = context;
    const task = await db.transaction().execute((tx) => beginPackaging(tx, revisionKey));
    // A run before this one may have been broken off.
    if (!task) return sweepPackagings(context, revisionKey, signal);
    const make = task.stream.keyUri === null ? packageStream : replaceKeys;
    const packaged = await make(context, task, signal).catch(async (error: unknown) => {
      await discardPackaging(storage, task);
      throw error;
    });
    const isRecorded = await db
      .transaction()
      .execute((tx) => recordPackaging(tx, config.secrets.secretKey, revisionKey, packaged));
    // Another change was requested meanwhile.
    if (!isRecorded) await discardPackaging(storage, task);
  },
  giveUp: async ({ db }, { revisionKey }) =>
    db.transaction().execute((tx) => giveUpPackaging(tx, revisionKey)),
});

/** Removes the bytes of a run that nobody is shown. */
async function discardPackaging(storage: Storage, { stream, number }: PackagingTask) {
  const prefix = getStreamPrefix(stream);
  const { video, audio } = stream.renditions;
  for (const { id } of [...video, ...audio]) {
    await storage.deletePrefix(`${prefix}${toPackagedId(id, number)}/`);
  }
}

async function packageStream(
  { db, storage, config }: Context,
  task: PackagingTask,
  signal: AbortSignal,
): Promise<Packaged> {
  const { stream, target } = task;
  const { revisionKey, renditions } = stream;
  const packaging = task.number;
  const { secretKey } = config.secrets;
  const before = await listStreamKeys(db, secretKey, revisionKey, task.packaging);
  const made = target === 'none' ? null : createKeys(renditions);
  const iv = randomBytes(16);
  const pssh: Pssh = [];
  const renamed: Packaged['renamed'] = new Map();
  const packageRendition = async <R extends Rendition>(kind: Kind, rendition: R): Promise<R> => {
    const id = toPackagedId(rendition.id, packaging);
    const old = findOldKey(stream, before, rendition);
    const key = made?.get(getTrackClass(rendition)) ?? null;
    const keyId = key?.keyId.toString('hex');
    const parts = protect({ storage, stream, kind, rendition, old, key, iv, signal });
    const stored = await storeTrack(storage, stream, { kind, rendition, id, signal }, parts);
    for (const { system, data } of keyId === undefined ? [] : stored.pssh) {
      if (!pssh.some((one) => one.keyId === keyId && one.system === system)) {
        pssh.push({ system, kind, keyId, data });
      }
    }
    const { sizeBytes, peakBps, averageBps } = stored;
    renamed.set(rendition.id, { id, sizeBytes, peakBps, averageBps });
    const bandwidth = { ...rendition.bandwidth, peakBps, averageBps, measured: true };
    const planned = 'iFrames' in rendition ? rendition.iFrames : null;
    const iFrames = stored.iFrames && { ...planned, ...stored.iFrames, measured: true };
    const own = { id, keyId, bandwidth, ...('iFrames' in rendition ? { iFrames } : {}) };
    return { ...rendition, ...own };
  };
  const pictures = [];
  for (const one of renditions.video) pictures.push(await packageRendition('video', one));
  const audio = [];
  for (const one of renditions.audio) audio.push(await packageRendition('audio', one));
  const video = pictures.map(({ audioIds, ...one }) => ({
    ...one,
    ...(audioIds ? { audioIds: audioIds.map((id) => renamed.get(id)?.id ?? id) } : {}),
  }));
  const { firstRenditionId: lead } = renditions;
  const first = lead === null ? null : renamed.get(lead);
  return {
    replaces: task.packaging,
    packaging,
    drmModel: target,
    keys: [...(made ?? [])].map(([kind, key]) => ({ kind, ...key })),
    renamed,
    renditions: { video, audio, firstRenditionId: first?.id ?? null },
    encryption:
      target === 'none'
        ? null
        : {
            method: 'cbcs',
            iv: iv.toString('hex'),
            videoKeyId: video[0]?.keyId ?? null,
            audioKeyId: audio[0]?.keyId ?? null,
            systems: listSystems(target),
            pssh,
          },
  };
}

/** One key for each class that the stream has. */
function createKeys({ video, audio }: Renditions): Map<TrackClass, ContentKey> {
  const classes = new Set([...video, ...audio].map(getTrackClass));
  return new Map([...classes].map((one) => [one, createContentKey()]));
}

function findOldKey(
  { protection }: StreamParts,
  before: readonly StoredKey[],
  rendition: Rendition,
): StoredKey | null {
  const keyId = findKeyId({ encryption: protection?.encryption ?? null }, rendition);
  return before.find((stored) => stored.keyId.toString('hex') === keyId) ?? null;
}

type Protecting = {
  storage: Storage;
  stream: StreamParts;
  kind: Kind;
  rendition: Rendition;
  old: StoredKey | null;
  key: ContentKey | null;
  iv: Buffer;
  signal: AbortSignal;
};

/** The bytes carry all of them, so that the signalled ones may change without new bytes. */
const EVERY_SYSTEM = ['clearkey', 'widevine', 'playready', 'fairplay'] as const;

/** Takes segments in the clear or encrypted with the old key; gives them with the new key, or clear. */
async function* protect(work: Protecting): AsyncGenerator<PackagedPart, void, undefined> {
  const tools = await getMediaTools();
  const { kind, old, key, iv, signal } = work;
  const stored = openStoredTrack(work);
  const track = { kind, init: await stored.init(), segments: stored.segments(), signal };
  if (!key && !old) throw new Error('neither a key that was nor one to be');
  const opened = old && decryptTrack(tools, { ...track, key: old });
  if (!key) return yield* opened ?? [];
  const clear = opened ? await openProtectedTrack(opened) : track;
  yield* packageTrack(tools, { ...track, ...clear, iv, key, systems: EVERY_SYSTEM });
}

/** A decrypted track in the form in which one is packaged. */
async function openProtectedTrack(parts: AsyncGenerator<PackagedPart, void, undefined>) {
  const first = await parts.next();
  if (first.done || first.value.type !== 'init') throw new Error('a track begins with its init');
  async function* segments() {
    for await (const part of parts) if (part.type === 'segment') yield part.bytes;
  }
  return { init: first.value.bytes, segments: segments() };
}

function openStoredTrack({ storage, stream, rendition, kind }: Protecting) {
  const read = (name: string) => readRenditionFile(storage, stream, rendition.id, name);
  const count = segmentCount(getTimeline(stream.renditions, kind, rendition));
  return {
    init: () => read('init.mp4'),
    async *segments() {
      for (let number = 1; number <= count; number += 1) yield read(`${number}.m4s`);
    },
  };
}

function getTimeline({ videoSegments }: Renditions, kind: Kind, rendition: Rendition) {
  const timeline =
    kind === 'video' ? videoSegments : 'segments' in rendition ? rendition.segments : null;
  if (!timeline) throw new Error(`${rendition.id} has no segments`);
  return timeline;
}

async function storeTrack(
  storage: Storage,
  stream: StreamParts,
  {
    kind,
    rendition,
    id,
    signal,
  }: { kind: Kind; rendition: Rendition; id: string; signal: AbortSignal },
  parts: AsyncIterable<PackagedPart>,
) {
  const prefix = `${getStreamPrefix(stream)}${id}/`;
  const timeline = getTimeline(stream.renditions, kind, rendition);
  const ticks = listSegmentTicks(timeline);
  const frames: KeyFrames = { segments: [] };
  const sizes: { sizeBytes: number; ticks: number }[] = [];
  let pssh: Extract<PackagedPart, { type: 'init' }>['pssh'] = [];
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.type === 'init') {
      pssh = part.pssh;
      await storage.put(`${prefix}init.mp4`, part.bytes);
      continue;
    }
    await storage.put(`${prefix}${part.number}.m4s`, part.bytes);
    sizes.push({ sizeBytes: part.bytes.length, ticks: ticks[part.number - 1] ?? 1 });
    if (kind === 'video') frames.segments.push(readKeyFrames(part.bytes));
  }
  if (sizes.length !== ticks.length) {
    throw new Error(`${id} has ${sizes.length} of ${ticks.length} segments`);
  }
  const hasFrames = kind === 'video' && frames.segments.every((list) => list.length > 0);
  if (hasFrames) await storage.put(`${prefix}key-frames.json`, Buffer.from(JSON.stringify(frames)));
  return {
    pssh,
    sizeBytes: sizes.reduce((sum, one) => sum + one.sizeBytes, 0),
    ...measureSegments(sizes, timeline.timescale),
    iFrames: hasFrames ? measureKeyFrames(frames, timeline.timescale) : null,
  };
}
