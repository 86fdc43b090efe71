import type { Job } from './base/jobs.ts';
import { mailJob } from './base/mail-job.ts';
import { beginIngression, forgetArriving } from './features/encoding/actions/begin.ts';
import { packageJob } from './features/drm/jobs/package.ts';
import { sweepPackagingsJob } from './features/drm/jobs/sweep.ts';
import { encodeJob, planArrivingJob } from './features/encoding/jobs/check.ts';
import { removeObjectsJob } from './base/remove-objects.ts';
import { removeStreamJob } from './features/encoding/jobs/remove-stream.ts';
import { sweepEncodersJob, sweepPiecesJob } from './features/encoding/jobs/sweep.ts';
import { publishChannelJob, publishVideoJob } from './features/publishing/jobs/publish.ts';
import { sweepPublicationsJob } from './features/publishing/jobs/sweep.ts';
import { makeSampleJob } from './features/samples/jobs.ts';
import { sweepUploadsJob } from './features/uploads/jobs.ts';

export const publishingJobs: readonly Job[] = [
  publishVideoJob,
  publishChannelJob,
  sweepPublicationsJob,
];

/** Work that whoever is alive may do: a rule change is live, and a mail sent, without a worker. */
export const shortJobs: readonly Job[] = [...publishingJobs, mailJob];

/** Ends expired uploads and completes those that a crash left at their last byte; ever again. */
export const sweepJob = sweepUploadsJob(beginIngression, forgetArriving);

/** Every kind of background work: its queue is made before anything enqueues. */
export const jobs: readonly Job[] = [
  ...shortJobs,
  encodeJob,
  planArrivingJob,
  removeObjectsJob,
  removeStreamJob,
  packageJob,
  sweepPackagingsJob,
  makeSampleJob,
  sweepJob,
  sweepPiecesJob,
  sweepEncodersJob,
];
