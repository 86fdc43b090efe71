import type { Job } from './base/jobs.ts';
import { mailJob } from './base/mail-job.ts';
import { removeObjectsJob } from './base/remove-objects.ts';
import { keepPartitionsJob } from './features/audit-events/jobs.ts';
import * as drmConfigs from './features/drm-configs/jobs.ts';
import * as drm from './features/drm/jobs.ts';
import * as encoding from './features/encoding/jobs.ts';
import { sweepImagesJob } from './features/images/jobs.ts';
import * as keyServers from './features/key-servers/jobs.ts';
import { sweepNotificationsJob } from './features/notifications/jobs.ts';
import { proveDomainJob, sweepDomainsJob } from './features/playback-channels/jobs.ts';
import * as publishing from './features/publishing/jobs.ts';
import * as samples from './features/samples/jobs.ts';
import * as uploads from './features/uploads/jobs.ts';
import { changeVideos } from './features/video-batches/jobs.ts';

/** Every kind of background work: its queue is made before anything enqueues. */
export const jobs: readonly Job[] = [
  mailJob,
  removeObjectsJob,
  publishing.publishJob,
  publishing.sweepPublicationsJob,
  publishing.listChangesJob,
  publishing.sweepChangesJob,
  encoding.planJob,
  encoding.planArrivingJob,
  encoding.sweepPiecesJob,
  encoding.sweepEncodersJob,
  drm.packageJob,
  drm.sweepPackagingsJob,
  sweepImagesJob,
  keyServers.requestKeyJob,
  drmConfigs.notifyExpiriesJob,
  proveDomainJob,
  sweepDomainsJob,
  samples.makeSampleJob,
  uploads.sweepUploadsJob,
  changeVideos.job,
  keepPartitionsJob,
  sweepNotificationsJob,
];
