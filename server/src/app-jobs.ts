import type { Job } from './base/jobs.ts';
import { encodeJob } from './features/encoding/jobs.ts';
import { publishChannelJob, publishVideoJob } from './features/publishing/jobs.ts';
import { makeSampleJob } from './features/samples/jobs.ts';

/** Short work that whoever is alive may do, so that a rule change is live without a worker. */
export const publishingJobs: readonly Job[] = [publishVideoJob, publishChannelJob];

/** Every kind of background work: its queue is made before anything enqueues. */
export const jobs: readonly Job[] = [...publishingJobs, encodeJob, makeSampleJob];
