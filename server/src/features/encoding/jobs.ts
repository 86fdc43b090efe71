import { z } from 'zod';
import { streamPrefix, type StreamDescription } from '@kinora/contract/stream';
import { extractCover } from '@kinora/media/cover';
import { describeStream } from '@kinora/media/describe';
import {
  encodeStream,
  type EncodedRendition,
  type EncodedStream,
  type SegmentSink,
} from '@kinora/media/encode';
import { EncodeError, ProbeError } from '@kinora/media/errors';
import { planStream, type EncodingPlan } from '@kinora/media/plan';
import { probeSource } from '@kinora/media/probe';
import type { SourceProbe } from '@kinora/media/source-probe';
import type { MediaTools } from '@kinora/media/tools';
import type { Context } from '../../base/context.ts';
import { defineJob, type JobRun } from '../../base/jobs.ts';
import { mediaTools } from '@kinora/media/found-tools';
import { sourceKey } from '../uploads/rules.ts';
import {
  claimRevision,
  giveUpRevision,
  noteFailure,
  recordOutputs,
  recordPlan,
  recordProbeError,
  recordProgress,
} from './actions/record.ts';
import { problemOf, type Problem } from './adapter/problem.ts';
import { withLocalSource } from './adapter/local-source.ts';
import { encodingTask, type EncodingTask } from './queries.ts';
import { ladderOf } from './rules.ts';

/** What fails this often by a fault of ours won't be mended by one more attempt. */
const mostFailures = 3;
/** Attempts that a restart breaks off count here, and only here. */
const retryLimit = 20;

/** From a stored source to a published stream: probe, plan, encode, publish. */
export const encodeJob = defineJob({
  name: 'encode',
  payload: z.object({ revisionKey: z.string() }),
  options: { retryLimit, retryDelay: 2, expireInSeconds: 23 * 3600, groupConcurrency: 4 },
  handler: async (context, { revisionKey }, run) => {
    const isClaimed = await context.db
      .transaction()
      .execute((tx) => claimRevision(tx, revisionKey, run.token));
    const task = isClaimed ? await encodingTask(context.db, revisionKey) : null;
    if (!task) return;
    try {
      await encodeRevision(context, task, run);
    } catch (error) {
      if (run.signal.aborted) throw error;
      const problem = problemOf(error);
      context.log.warn({ err: error, revisionKey, reason: problem.reason }, 'encode failed');
      const isFinal = await recordProblem(context, revisionKey, run, problem);
      if (!isFinal) throw error;
    }
  },
  givenUp: async ({ db }, { revisionKey }) =>
    db.transaction().execute((tx) => giveUpRevision(tx, revisionKey)),
});

/** @returns whether that was the end of it */
async function recordProblem(
  { db }: Context,
  revisionKey: string,
  run: JobRun,
  { reason, detail, probeErrorType, isFinal }: Problem,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const failures = await noteFailure(tx, revisionKey, run.token, { reason, detail });
    // Another attempt has taken over: it is not ours to end.
    if (failures === 0) return true;
    if (!isFinal && failures < mostFailures) return false;
    if (probeErrorType) {
      const error = { type: probeErrorType, reason, detail };
      await recordProbeError(tx, revisionKey, run.token, error);
    } else {
      await giveUpRevision(tx, revisionKey, run.token);
    }
    return true;
  });
}

async function encodeRevision(context: Context, task: EncodingTask, run: JobRun): Promise<void> {
  const tools = await mediaTools();
  const { videoKey, revisionKey } = task;
  await withLocalSource(context.storage, sourceKey(videoKey, revisionKey), async (path) => {
    const probe = await probeSource(tools, path, { signal: run.signal });
    const plan = planned(probe, task);
    const widths = await storeCovers(context, tools, task, { path, probe, signal: run.signal });
    const describe = (encoded: EncodedStream | null) =>
      describeStream({ videoKey, revisionKey }, plan, encoded, widths);
    await context.db.transaction().execute((tx) => recordPlan(tx, run.token, describe(null)));
    const report = reporter(context, run, describe);
    await encodePlan(context, tools, { task, plan, path, run, onRendition: report.add });
    await report.done();
  });
}

/**
 * Records renditions as they become whole: those that end while a record is being written go into
 * the next one together. With slow storage small renditions are playable before the large are there.
 */
function reporter(
  { db }: Context,
  run: JobRun,
  describe: (encoded: EncodedStream) => StreamDescription,
) {
  const whole: EncodedRendition[] = [];
  let recorded = 0;
  let work: Promise<void> = Promise.resolve();
  const record = async () => {
    const fresh = whole.slice(recorded);
    if (fresh.length === 0) return;
    recorded = whole.length;
    const stream = describe({
      video: whole.filter(({ id }) => id.startsWith('v')),
      audio: whole.filter(({ id }) => id.startsWith('a')),
    });
    const outputs = fresh.map(({ id, sizeBytes, peakBps, averageBps }) => ({
      renditionId: id,
      sizeBytes,
      bandwidth: { peakBps, averageBps, measured: true },
    }));
    await db.transaction().execute((tx) => recordOutputs(tx, run.token, stream, outputs));
  };
  return {
    add: (rendition: EncodedRendition) => {
      whole.push(rendition);
      work = work.then(record);
      // Awaited in `done`; until then a failure is not unhandled.
      work.catch(() => undefined);
    },
    done: () => work,
  };
}

/** A preset that wants nothing that the file has (sound alone of a silent film) is the file's fault. */
function planned(probe: SourceProbe, task: EncodingTask): EncodingPlan {
  try {
    return planStream(probe, ladderOf(task.profiles));
  } catch (error) {
    if (error instanceof RangeError) throw new ProbeError('no_streams', error.message);
    throw error;
  }
}

async function storeCovers(
  { storage }: Context,
  tools: MediaTools,
  { videoKey, revisionKey }: EncodingTask,
  source: { path: string; probe: SourceProbe; signal: AbortSignal },
): Promise<number[]> {
  const covers = await extractCover(tools, source.path, source.probe, { signal: source.signal });
  const prefix = streamPrefix(videoKey, revisionKey);
  await Promise.all(
    covers.map(({ width, jpeg }) => storage.put(`${prefix}cover-${width}.jpg`, jpeg)),
  );
  return covers.map(({ width }) => width);
}

/** Progress goes to the row about once a second; an attempt that lost the row to another stops. */
async function encodePlan(
  { db, storage, log }: Context,
  tools: MediaTools,
  work: {
    task: EncodingTask;
    plan: EncodingPlan;
    path: string;
    run: JobRun;
    onRendition: (rendition: EncodedRendition) => void;
  },
): Promise<void> {
  const { task, plan, path, run, onRendition } = work;
  const prefix = streamPrefix(task.videoKey, task.revisionKey);
  const sink: SegmentSink = {
    init: (id, bytes) => storage.put(`${prefix}${id}/init.mp4`, bytes),
    segment: (id, number, bytes) => storage.put(`${prefix}${id}/${number}.m4s`, bytes),
  };
  const lost = new AbortController();
  const signal = AbortSignal.any([run.signal, lost.signal]);
  let done = 0;
  const timer = setInterval(() => {
    db.transaction()
      .execute((tx) =>
        recordProgress(tx, task.revisionKey, run.token, Math.min(99, Math.floor(done * 100))),
      )
      .then((isOurs) => {
        if (!isOurs) lost.abort(new EncodeError('killed', 'another attempt took over'));
      })
      .catch((error: unknown) => log.warn({ err: error }, 'progress not recorded'));
  }, 1000);
  try {
    await encodeStream(tools, plan, path, sink, {
      signal,
      onRendition,
      onProgress: (fraction) => {
        done = fraction;
      },
    });
  } finally {
    clearInterval(timer);
  }
}
