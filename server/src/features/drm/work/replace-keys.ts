import { getStreamPrefix } from '@kinora/contract/stream';
import { listSegmentTicks } from '@kinora/manifests/segment-durations';
import { measureSegments } from '@kinora/media/plan/bandwidth';
import { replaceSegmentKey } from '@kinora/media/protect/replace-key';
import type { Context } from '../../../base/context.ts';
import { findEncodingTask } from '../../encoding/queries/task.ts';
import { readRenditionFile } from '../../encoding/queries/rendition-files.ts';
import { findKeyServerId } from '../../encoding/rules/ladder.ts';
import { requestKey } from '../../key-servers/actions/request-key.ts';
import { findKeyServerAccess } from '../../key-servers/queries.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import type { Packaged, PackagingTask } from '../actions/packagings.ts';
import { nameKeyContent, toPackagedId } from '../rules.ts';

type Rendition = Renditions['video'][number] | Renditions['audio'][number];
type Keys = { before: Buffer; after: Buffer };

/**
 * Encrypts a stream that is encrypted whole with a new key of its preset's key server. Each packaging
 * has a content of its own there, so that the old key stays for those who watch meanwhile.
 *
 * @throws NoKeyError, EgressError, WrongKeyError when the server gives another key than it gave before
 */
export async function replaceKeys(
  { db, storage, config }: Context,
  task: PackagingTask,
  signal: AbortSignal,
): Promise<Packaged> {
  const { stream, number, packaging } = task;
  const server = await findServer({ db, config }, stream.revisionKey);
  const ask = (of: number) =>
    requestKey(config, server, nameKeyContent(stream.revisionKey, of), signal);
  const [before, after] = [await ask(packaging), await ask(number)];
  const keys = { before: before.key, after: after.key };
  const renamed: Packaged['renamed'] = new Map();
  const replace = async <R extends Rendition>(timeline: Timeline, rendition: R): Promise<R> => {
    const id = toPackagedId(rendition.id, number);
    const place = { storage, stream, rendition, id, signal };
    const made = await replaceRendition(place, keys, timeline);
    renamed.set(rendition.id, { id, ...made });
    return { ...rendition, id };
  };
  const { videoSegments } = stream.renditions;
  const video = [];
  for (const one of stream.renditions.video) {
    if (!videoSegments) throw new Error(`${one.id} has no segments`);
    video.push(await replace(videoSegments, one));
  }
  const audio = [];
  for (const one of stream.renditions.audio) audio.push(await replace(one.segments, one));
  const { firstRenditionId: lead } = stream.renditions;
  return {
    ...{ replaces: packaging, packaging: number, drmModel: task.target },
    ...{ keys: [], encryption: null, keyUri: after.uri, renamed },
    renditions: {
      video: video.map((one) => withAudio(one, renamed)),
      audio,
      firstRenditionId: lead === null ? null : (renamed.get(lead)?.id ?? null),
    },
  };
}

type Timeline = NonNullable<Renditions['videoSegments']>;

async function findServer({ db, config }: Pick<Context, 'db' | 'config'>, revisionKey: string) {
  const encoding = await findEncodingTask(db, revisionKey);
  const id = encoding && findKeyServerId(encoding.profiles);
  const server = id && (await findKeyServerAccess(db, config.secrets.secretKey, encoding, id));
  if (!server) throw new Error(`${revisionKey} has no key server`);
  return server;
}

type Place = Pick<Context, 'storage'> & {
  stream: PackagingTask['stream'];
  rendition: Rendition;
  id: string;
  signal: AbortSignal;
};

async function replaceRendition(
  { storage, stream, rendition, id, signal }: Place,
  keys: Keys,
  timeline: Timeline,
): Promise<{ sizeBytes: number; peakBps: number; averageBps: number }> {
  const prefix = `${getStreamPrefix(stream)}${id}/`;
  const read = (name: string) => readRenditionFile(storage, stream, rendition.id, name);
  await storage.put(`${prefix}init.mp4`, await read('init.mp4'));
  const sizes: { sizeBytes: number; ticks: number }[] = [];
  for (const [at, ticks] of listSegmentTicks(timeline).entries()) {
    signal.throwIfAborted();
    const name = `${at + 1}.m4s`;
    const bytes = replaceSegmentKey(keys, at + 1, await read(name));
    await storage.put(`${prefix}${name}`, bytes);
    sizes.push({ sizeBytes: bytes.length, ticks });
  }
  const sizeBytes = sizes.reduce((sum, one) => sum + one.sizeBytes, 0);
  const { peakBps, averageBps } = measureSegments(sizes, timeline.timescale);
  return { sizeBytes, peakBps, averageBps };
}

function withAudio<R extends Renditions['video'][number]>(
  { audioIds, ...one }: R,
  renamed: Packaged['renamed'],
) {
  return audioIds ? { ...one, audioIds: audioIds.map((id) => renamed.get(id)?.id ?? id) } : one;
}
