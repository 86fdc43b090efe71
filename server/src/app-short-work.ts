import type { Work } from './base/jobs.ts';
import { tellExpiriesWork } from './features/drm-configs/work.ts';
import { proveDomainWork, sweepDomainsWork } from './features/playback-channels/work.ts';
import { listChangesWork, sweepChangesWork } from './features/publishing/work/list.ts';
import { publishSettingsWork, publishVideoWork } from './features/publishing/work/publish.ts';
import { sweepPublicationsWork } from './features/publishing/work/sweep.ts';
import { changeVideosWork } from './features/video-batches/work.ts';

export const publishingWork: readonly Work[] = [
  publishVideoWork,
  publishSettingsWork,
  sweepPublicationsWork,
  listChangesWork,
  sweepChangesWork,
];

/** APIs and workers alike do this: a rule change is live and many videos changed without a worker. */
export const shortWork: readonly Work[] = [
  ...publishingWork,
  tellExpiriesWork,
  changeVideosWork,
  proveDomainWork,
  sweepDomainsWork,
];
