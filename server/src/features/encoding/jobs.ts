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
 * Plans a file whose beginning has arrived; tried a few times during an upload until it works. A file that
 * can't be planned yet is planned after the last byte, as only then its faults show.
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

/**
 * Looks regularly for plans whose encoder is gone, and for bytes whose arrival went unnoticed, so that
 * nothing waits for ever.
 */
export const sweepEncodersJob = defineJob({
  name: 'sweep-encoders',
  payload: z.object({}),
  options: { policy: 'short', expireInSeconds: 600 },
});
