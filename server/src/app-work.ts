import { shortWork } from './app-short-work.ts';
import type { Work } from './base/jobs.ts';
import { removeObjectsWork } from './base/remove-objects.ts';
import { packageWork } from './features/drm/work/package.ts';
import { sweepPackagingsWork } from './features/drm/work/sweep.ts';
import { planArrivingWork, planWork } from './features/encoding/work/plan.ts';
import { sweepEncodersWork, sweepPiecesWork } from './features/encoding/work/sweep.ts';
import { sweepImagesWork } from './features/images/work.ts';
import { requestKeyWork } from './features/key-servers/work.ts';
import { makeSampleWork } from './features/samples/work.ts';
import { sweepUploadsWork } from './features/uploads/work.ts';

/** All work of a worker except pieces; an API only knows the jobs. */
export const work: readonly Work[] = [
  ...shortWork,
  planWork,
  planArrivingWork,
  removeObjectsWork,
  sweepImagesWork,
  requestKeyWork,
  packageWork,
  sweepPackagingsWork,
  makeSampleWork,
  sweepUploadsWork,
  sweepPiecesWork,
  sweepEncodersWork,
];
