import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/** Makes the sample's source file; from there on it is a video like any other. */
export const makeSampleJob = defineJob({
  name: 'make-sample',
  payload: z.object({ teamId: z.uuid(), videoKey: z.string(), revisionKey: z.string() }),
  options: { retryLimit: 5, expireInSeconds: 600 },
});
