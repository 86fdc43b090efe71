import { z } from 'zod';
import { streamPrefix } from '@kinora/contract/stream';
import { defineJob } from '../../../base/jobs.ts';

/**
 * What builds before plans had folders of their own have queued: nothing queues it now. No plan of
 * this build is stored there, so nothing that is needed can be met.
 */
export const removeStreamJob = defineJob({
  name: 'remove-stream',
  payload: z.object({
    videoKey: z.string(),
    revisionKey: z.string(),
    renditionIds: z.array(z.string()).optional(),
  }),
  options: { retryLimit: 20, expireInSeconds: 600 },
  handler: async ({ storage }, { renditionIds, ...stream }) => {
    const prefix = streamPrefix(stream);
    const folders = renditionIds?.map((id) => `${prefix}${id}/`) ?? [prefix];
    for (const folder of folders) await storage.deletePrefix(folder);
  },
});
