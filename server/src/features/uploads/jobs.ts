import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import type { Tx } from '../../base/db.ts';
import { defineJob, enqueue, type Job } from '../../base/jobs.ts';
import { takeLease } from './actions/lease.ts';
import {
  healCompletion,
  removeUpload,
  type OnRemoved,
  type OnUploaded,
} from './actions/uploads.ts';
import { permitSweep } from './policy.ts';
import { expiredUploads, unfinishedCompletions, type Upload } from './queries.ts';
import { uploadTimes, type UploadTimes } from './rules.ts';

const everySeconds = 600;
/** Most of each kind in one sweep; the rest waits for the next. */
const mostAtOnce = 200;
const Payload = z.object({});

/**
 * Removes uploads that expired, with their bytes, and completes those whose process was killed
 * after their last byte. Each run puts the next one on the queue, so `startSweeping` is called
 * once at the start of a worker and does no harm when it is called again.
 */
export function sweepUploadsJob(
  onUploaded: OnUploaded,
  onRemoved: OnRemoved | null = null,
): Job<typeof Payload> {
  const job = defineJob({
    name: 'sweep-uploads',
    payload: Payload,
    // `short`: at most one waits, however many workers start.
    options: { policy: 'short', expireInSeconds: 3600 },
    async handler(context) {
      await context.db.transaction().execute((tx) => startSweeping(tx, job, everySeconds));
      await sweepUploads(context, onUploaded, onRemoved);
    },
  });
  return job;
}

export async function startSweeping(
  tx: Tx,
  job: Job<typeof Payload>,
  afterSeconds = 0,
): Promise<void> {
  await enqueue(tx, job, {}, { singletonKey: 'sweep', startAfter: afterSeconds });
}

export async function sweepUploads(
  app: Context,
  onUploaded: OnUploaded,
  onRemoved: OnRemoved | null = null,
  times: UploadTimes = uploadTimes,
): Promise<void> {
  for (const upload of await unfinishedCompletions(app.db, mostAtOnce)) {
    await each(app, upload, async () => {
      const lease = await take(app, upload, { leaseMs: times.leaseMs });
      if (lease) await healCompletion(app, lease, upload, { times, onUploaded });
    });
  }
  for (const upload of await expiredUploads(app.db, mostAtOnce)) {
    await each(app, upload, async () => {
      const lease = await take(app, upload, { leaseMs: times.leaseMs, expire: true });
      if (lease) await removeUpload(app, lease, upload, onRemoved);
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
