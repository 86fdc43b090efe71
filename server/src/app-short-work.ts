import { documents } from './app-documents.ts';
import type { Work } from './base/jobs.ts';
import { keepPartitionsWork } from './features/audit-events/work.ts';
import { tellExpiriesWork } from './features/drm-configs/work.ts';
import { sweepNotificationsWork } from './features/notifications/work.ts';
import { proveDomainWork, sweepDomainsWork } from './features/playback-channels/work.ts';
import { toPublishingWork } from './features/publishing/work/documents.ts';
import { changeVideosWork } from './features/video-batches/work.ts';

export const publishingWork = toPublishingWork(documents);

/** APIs and workers alike do this: a rule change is live and many videos changed without a worker. */
export const shortWork: readonly Work[] = [
  ...publishingWork,
  tellExpiriesWork,
  changeVideosWork,
  proveDomainWork,
  sweepDomainsWork,
  keepPartitionsWork,
  sweepNotificationsWork,
];
