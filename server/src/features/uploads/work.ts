import type { Context } from '../../base/context.ts';
import { defineWork, queueSweep } from '../../base/jobs.ts';
import { takeLease } from './actions/lease.ts';
import { healCompletion, removeUpload } from './actions/uploads.ts';
import { sweepUploadsJob } from './jobs.ts';
import { permitSweep } from './policy.ts';
import { expiredUploads, unfinishedCompletions, type Upload } from './queries.ts';
import { uploadTimes, type UploadTimes } from './rules.ts';

const everySeconds = 600;
/** Most of each kind in one sweep; the rest waits for the next. */
const mostAtOnce = 200;

export const sweepUploadsWork = defineWork(sweepUploadsJob, {
  async handle(context) {
    await context.db.transaction().execute((tx) => queueSweep(tx, sweepUploadsJob, everySeconds));
    await sweepUploads(context);
  },
});

export async function sweepUploads(app: Context, times: UploadTimes = uploadTimes): Promise<void> {
  for (const upload of await unfinishedCompletions(app.db, mostAtOnce)) {
    await each(app, upload, async () => {
      const lease = await take(app, upload, { leaseMs: times.leaseMs });
      if (lease) await healCompletion(app, lease, upload, times);
    });
  }
  for (const upload of await expiredUploads(app.db, mostAtOnce)) {
    await each(app, upload, async () => {
      const lease = await take(app, upload, { leaseMs: times.leaseMs, expire: true });
      if (lease) await removeUpload(app, lease, upload);
    });
  }
}

async function take(
  { db }: Context,
  upload: Upload,
  options: { leaseMs: number; expire?: boolean },
) {
  const taken = await db
    .transaction()
    .execute((tx) => takeLease(tx, permitSweep(upload), upload.id, options));
  return taken?.lease ?? null;
}

/** One that fails must not keep the others from their turn; the next sweep comes to it again. */
async function each(app: Context, upload: Upload, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    app.log.error({ err: error, uploadId: upload.id }, 'upload not swept');
  }
}
