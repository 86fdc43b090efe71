import { availableParallelism } from 'node:os';
import { listeners } from './app-events.ts';
import { work } from './app-work.ts';
import { actingFor, ownActor } from './base/actor.ts';
import type { Context } from './base/context.ts';
import { setListeners } from './base/events.ts';
import { startWorker, type RunningWorker } from './base/worker.ts';
import { openPieceMaker } from './features/encoding/work/maker.ts';
import { startPieces } from './features/pieces/work.ts';

type Options = { isCaged?: boolean; encoder?: string };

/**
 * Everything that a worker does: the jobs of all queues, and pieces of encodes.
 *
 * @param options.isCaged whether a cage keeps ffmpeg from this machine, for the page of jobs
 * @param options.encoder the encoder whose pieces it makes; that of its own ffmpeg when left out
 */
export async function startAppWorker(
  context: Context,
  { isCaged = true, encoder }: Options = {},
): Promise<RunningWorker> {
  setListeners(listeners);
  const worker = await startWorker(work, context);
  const slots = context.config.workerSlots ?? availableParallelism();
  const encoderOf = encoder === undefined ? undefined : async () => encoder;
  const app = { ...context, db: actingFor(context.db, ownActor('pieces')) };
  const maker = openPieceMaker(app, encoderOf);
  const pieces = startPieces(app, { slots, isCaged }, maker);
  return {
    stop: async (limitMs) => {
      await Promise.all([pieces.stop(limitMs), worker.stop(limitMs)]);
    },
  };
}
