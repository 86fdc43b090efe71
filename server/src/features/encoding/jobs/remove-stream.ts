import { z } from 'zod';
import { streamPrefix } from '@kinora/contract/stream';
import { defineJob } from '../../../base/jobs.ts';
import { encodingTask } from '../queries/task.ts';

/**
 * Removes what is stored of a stream that was forgotten, unless it was planned anew meanwhile; with
 * `renditionIds` those renditions of it, whose ids no later plan has.
 */
export const removeStreamJob = defineJob({
  name: 'remove-stream',
  payload: z.object({
    videoKey: z.string(),
    revisionKey: z.string(),
    renditionIds: z.array(z.string()).optional(),
  }),
  options: { retryLimit: 20, expireInSeconds: 600 },
  handler: async ({ db, storage }, { videoKey, revisionKey, renditionIds }) => {
    const prefix = streamPrefix(videoKey, revisionKey);
    if (renditionIds) {
      for (const id of renditionIds) await storage.deletePrefix(`${prefix}${id}/`);
      return;
    }
    const task = await encodingTask(db, revisionKey);
    if (task?.plan) return;
    await storage.deletePrefix(prefix);
  },
});
