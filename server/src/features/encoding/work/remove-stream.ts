import { getStreamPrefix } from '@kinora/contract/stream';
import { defineWork } from '../../../base/jobs.ts';
import { removeStreamJob } from '../jobs.ts';

export const removeStreamWork = defineWork(removeStreamJob, {
  handle: async ({ storage }, { renditionIds, ...stream }) => {
    const prefix = getStreamPrefix(stream);
    const folders = renditionIds?.map((id) => `${prefix}${id}/`) ?? [prefix];
    for (const folder of folders) await storage.deletePrefix(folder);
  },
});
