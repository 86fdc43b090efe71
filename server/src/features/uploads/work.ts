import type { Context } from '../../base/context.ts';
import { defineWork, queueSweep } from '../../base/jobs.ts';
import { healUpload, terminateUpload } from './actions/uploads.ts';
import { sweepUploadsJob } from './jobs.ts';
import { permitSweep } from './policy.ts';
import { listExpiredUploads, listUnfinishedCompletions, type Upload } from './queries.ts';
import { UPLOAD_TIMES, type UploadTimes } from './rules.ts';

const SWEEP_SECONDS = 600;
/** One sweep takes so many of each kind; the rest waits for the next. */
const MAX_AT_ONCE = 200;

export const sweepUploadsWork = defineWork(sweepUploadsJob, {
  async handle(context) {
    await context.db.transaction().execute((tx) => queueSweep(tx, sweepUploadsJob, SWEEP_SECONDS));
    await sweepUploads(context);
  },
});

export async function sweepUploads(app: Context, times: UploadTimes = UPLOAD_TIMES): Promise<void> {
  for (const upload of await listUnfinishedCompletions(app.db, MAX_AT_ONCE)) {
    await runLogged(app, upload, () => healUpload(app, permitSweep(upload), upload, times));
  }
  for (const upload of await listExpiredUploads(app.db, MAX_AT_ONCE)) {
    await runLogged(app, upload, () => terminateUpload(app, permitSweep(upload), upload, times));
  }
}

/** One that fails must not keep the others from their turn; the next sweep comes to it again. */
async function runLogged(
  app: Context,
  upload: Upload,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    app.log.error({ err: error, uploadId: upload.id }, 'upload not swept');
  }
}
