import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

const Revision = z.object({ revisionKey: z.string() });

/** Makes the plan of a stored source, and the pieces that make its renditions. */
export const planJob = defineJob({
  name: 'plan',
  payload: Revision,
  options: {
    // Attempts that a restart breaks off count here, and only here.
    retryLimit: 20,
    retryDelay: 2,
    expireInSeconds: 4 * 3600,
    concurrency: 2,
    hasGiveUp: true,
  },
});

/**
 * Does the same for a file of which the beginning has arrived, a few times an upload until it works.
 * A file that can't be planned yet is planned after the last byte, which alone shows what is wrong.
 */
export const planArrivingJob = defineJob({
  name: 'plan-arriving',
  payload: Revision,
  options: { retryLimit: 0, expireInSeconds: 120, concurrency: 2 },
});

/** Forgets old pieces and removes what the work left behind; each run puts the next on the queue. */
export const sweepPiecesJob = defineJob({
  name: 'sweep-pieces',
  payload: z.object({}),
  // At most one waits, however many workers start.
  options: { policy: 'short', expireInSeconds: 3600 },
});

/** Looks for plans whose encoder is gone, and for bytes that came unseen, so that nothing waits for ever; ever again. */
export const sweepEncodersJob = defineJob({
  name: 'sweep-encoders',
  payload: z.object({}),
  options: { policy: 'short', expireInSeconds: 600 },
});
