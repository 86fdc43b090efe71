import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

const Revision = z.object({ revisionKey: z.string() });

/** From a stored source to its plan and the pieces that make its renditions. */
export const planJob = defineJob({
  // Jobs of builds before this one wait under this name.
  name: 'encode',
  payload: Revision,
  options: {
    // Attempts that a restart breaks off count here, and only here.
    ...{ retryLimit: 20, retryDelay: 2, expireInSeconds: 4 * 3600, concurrency: 2 },
    hasGiveUp: true,
  },
});

/**
 * The same for a file of which the beginning has arrived, a few times an upload until it works.
 * What can't be planned yet is planned after the last byte, which alone tells what is wrong.
 */
export const planArrivingJob = defineJob({
  name: 'plan-arriving',
  payload: Revision,
  options: { retryLimit: 0, expireInSeconds: 120, concurrency: 2 },
});

/**
 * What builds before plans had folders of their own have queued: nothing queues it now. No plan of
 * this build is stored there, so nothing that is needed can be met.
 */
export const removeStreamJob = defineJob({
  name: 'remove-stream',
  payload: z.object({
    videoKey: z.string(),
    revisionKey: z.string(),
    renditionIds: z.array(z.string()).optional(),
  }),
  options: { retryLimit: 20, expireInSeconds: 600 },
});

/** Forgets old pieces and removes what the work left behind; each run puts the next on the queue. */
export const sweepPiecesJob = defineJob({
  name: 'sweep-pieces',
  payload: z.object({}),
  // At most one waits, however many workers start.
  options: { policy: 'short', expireInSeconds: 3600 },
});

/** Looks for plans whose encoder is gone, so that nothing waits for ever; ever again. */
export const sweepEncodersJob = defineJob({
  name: 'sweep-encoders',
  payload: z.object({}),
  options: { policy: 'short', expireInSeconds: 600 },
});
