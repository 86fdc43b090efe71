import { z } from 'zod';
import type { Tx } from '../../base/db.ts';
import { defineJob, enqueue } from '../../base/jobs.ts';

/**
 * Removes uploads that expired, with their bytes, and completes those whose process was killed
 * after their last byte. Each run puts the next one on the queue, so `startSweepingUploads` is
 * called once at the start and does no harm when it is called again.
 */
export const sweepUploadsJob = defineJob({
  name: 'sweep-uploads',
  payload: z.object({}),
  // `short`: at most one waits, however many workers start.
  options: { policy: 'short', expireInSeconds: 3600 },
});

export async function startSweepingUploads(tx: Tx, afterSeconds = 0): Promise<void> {
  const options = { singletonKey: 'sweep', startAfter: afterSeconds };
  await enqueue(tx, sweepUploadsJob, {}, options);
}
