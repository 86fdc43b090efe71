import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamDescription } from '@kinora/contract/stream';
import { findCopy } from '@kinora/media/conforming';
import { describeStream } from '@kinora/media/describe';
import { ProbeError } from '@kinora/media/errors';
import { mediaTools } from '@kinora/media/found-tools';
import { type EncodingPlan, planStream } from '@kinora/media/plan';
import { piecesOf } from '@kinora/media/pieces';
import { probeSource } from '@kinora/media/probe';
import { needsRemux, remuxSource } from '@kinora/media/remux';
import type { SourceProbe } from '@kinora/media/source-probe';
import type { MediaTools } from '@kinora/media/tools';
import type { Storage } from '@kinora/storage/storage';
import { sourceKey } from '../../uploads/rules.ts';
import type { NewPiece } from '../actions/plan.ts';
import type { EncodingTask } from '../queries/task.ts';
import { ladderOf } from '../rules/ladder.ts';
import { newPieces } from '../rules/pieces.ts';
import { sourcesOf } from './sources.ts';

/** What is kept of a source for as long as something may be made of it. */
export type SourceSummary = Omit<SourceProbe, 'video'> & {
  video: Omit<NonNullable<SourceProbe['video']>, 'frames'> | null;
};

export type StoredPlan = { encoding: EncodingPlan; source: SourceSummary };

export type Planned = {
  teamId: string;
  plan: StoredPlan;
  workKey: string | null;
  stream: StreamDescription;
  onDemandIds: string[];
  pieces: NewPiece[];
};

/** Probes and plans a stored source. Containers that can't be sought in are remuxed first. */
export async function planSource(
  storage: Storage,
  task: EncodingTask,
  { signal }: { signal: AbortSignal },
): Promise<Planned> {
  const tools = await mediaTools();
  const { videoKey, revisionKey } = task;
  return sourcesOf(storage).with(sourceKey(videoKey, revisionKey), async (path) => {
    const probe = await probeSource(tools, path, { signal });
    if (!needsRemux(probe)) return planFile(task, path, probe, null);
    const workKey = `work/${videoKey}/${revisionKey}`;
    return withRemuxed(tools, path, probe, signal, async (remuxed) => {
      const again = await probeSource(tools, remuxed, { signal });
      await storage.put(workKey, createReadStream(remuxed));
      return planFile(task, remuxed, again, workKey);
    });
  });
}

async function withRemuxed<T>(
  tools: MediaTools,
  path: string,
  probe: SourceProbe,
  signal: AbortSignal,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-remux-'));
  try {
    const remuxed = join(folder, 'source');
    await remuxSource(tools, probe, path, remuxed, { signal });
    return await use(remuxed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Plans a file that is there; what conforms is copied where the preset takes its codec. */
export async function planFile(
  task: EncodingTask,
  path: string,
  probe: SourceProbe,
  workKey: string | null,
): Promise<Planned> {
  const ladder = ladderOf(task.profiles);
  const copy = await findCopy(path, probe);
  const encoding = planned(() => planStream(probe, ladder, copy));
  const pieces = piecesOf(encoding, { deliveryModel: task.deliveryModel });
  const { videoKey, revisionKey, deliveryModel } = task;
  const stream = describeStream({ videoKey, revisionKey }, encoding, { deliveryModel });
  const { onDemandIds, list } = newPieces(pieces, encoding, task);
  const { video, ...rest } = probe;
  const summary = video ? withoutFrames(video) : null;
  return {
    teamId: task.teamId,
    plan: { encoding, source: { ...rest, video: summary } },
    workKey,
    stream,
    onDemandIds,
    pieces: list,
  };
}

function withoutFrames({ frames: _, ...video }: NonNullable<SourceProbe['video']>) {
  return video;
}

/** A preset that wants nothing that the file has (sound alone of a silent film) is the file's fault. */
function planned(plan: () => EncodingPlan): EncodingPlan {
  try {
    return plan();
  } catch (error) {
    if (error instanceof RangeError) throw new ProbeError('no_streams', error.message);
    throw error;
  }
}
