import { randomBytes } from 'node:crypto';
import { getTrackClass } from '@kinora/manifests/content-keys';
import { getStreamPrefix, type KeyFrames } from '@kinora/contract/stream';
import { measureKeyFrames, measureSegments } from '@kinora/media/plan/bandwidth';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { readKeyFrames } from '@kinora/media/encode/key-frames';
import { decryptTrack, type PackagedPart, packageTrack } from '@kinora/media/protect/packager';
import type { ContentKey } from '@kinora/media/protect/content-key';
import { segmentCount, listSegmentTicks } from '@kinora/manifests/segment-durations';
import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { readRenditionFile } from '../../encoding/queries/rendition-files.ts';
import type { StreamParts } from '../../revisions/rules/stream-parts.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { listStreamKeys, type StoredKey } from '../queries.ts';
import { listSystems, toPackagedId } from '../rules.ts';
import { createKeys, findOldKey, nameAllKeys, type Pssh } from './stream-keys.ts';
import { findLead, getTimeline, type Rendition, withAudio } from './tracks.ts';

type Kind = 'video' | 'audio';

/** Encrypts a stream in the clear, or decrypts one. */
export async function packageStream(
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
    const toInit = (init: Buffer) => (made ? nameAllKeys(init, made) : init);
    const stored = await storeTrack(
      storage,
      stream,
      { kind, rendition, id, toInit, signal },
      parts,
    );
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
  const video = pictures.map((one) => withAudio(one, renamed));
  return {
    replaces: task.packaging,
    packaging,
    drmModel: target,
    keys: [...(made ?? [])].map(([kind, key]) => ({ kind, ...key })),
    renamed,
    renditions: { video, audio, firstRenditionId: findLead(renditions, renamed) },
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

/** Takes segments in the clear and gives them encrypted, or the other way. */
async function* protect(work: Protecting): AsyncGenerator<PackagedPart, void, undefined> {
  const tools = await getMediaTools();
  const { kind, old, key, iv, signal } = work;
  const stored = openStoredTrack(work);
  const track = { kind, init: await stored.init(), segments: stored.segments(), signal };
  if (key) yield* packageTrack(tools, { ...track, iv, key, systems: EVERY_SYSTEM });
  else if (old) yield* decryptTrack(tools, { ...track, key: old });
  else throw new Error('neither a key that was nor one to be');
}

function openStoredTrack({ storage, stream, rendition }: Protecting) {
  const read = (name: string) => readRenditionFile(storage, stream, rendition.id, name);
  const count = segmentCount(getTimeline(stream.renditions, rendition));
  return {
    init: () => read('init.mp4'),
    async *segments() {
      for (let number = 1; number <= count; number += 1) yield read(`${number}.m4s`);
    },
  };
}

async function storeTrack(
  storage: Storage,
  stream: StreamParts,
  {
    kind,
    rendition,
    id,
    toInit,
    signal,
  }: {
    kind: Kind;
    rendition: Rendition;
    id: string;
    /** Makes the init segment to store from the one that arrives. */
    toInit: (init: Buffer) => Buffer;
    signal: AbortSignal;
  },
  parts: AsyncIterable<PackagedPart>,
) {
  const prefix = `${getStreamPrefix(stream)}${id}/`;
  const timeline = getTimeline(stream.renditions, rendition);
  const ticks = listSegmentTicks(timeline);
  const frames: KeyFrames = { segments: [] };
  const sizes: { sizeBytes: number; ticks: number }[] = [];
  let pssh: Extract<PackagedPart, { type: 'init' }>['pssh'] = [];
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.type === 'init') {
      pssh = part.pssh;
      await storage.put(`${prefix}init.mp4`, toInit(part.bytes));
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
