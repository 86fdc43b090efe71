import { z } from 'zod';
import { defineJob, defineWork } from './jobs.ts';

/**
 * Removes objects that no row names any more. It is queued in the transaction that forgets the name
 * and retried until storage has done it, since the name is kept nowhere else.
 */
export const removeObjectsJob = defineJob({
  name: 'remove-objects',
  payload: z.object({
    keys: z.array(z.string()).default([]),
    prefixes: z.array(z.string()).default([]),
  }),
  options: { retryLimit: 1_000_000, expireInSeconds: 600 },
});

export const removeObjectsWork = defineWork(removeObjectsJob, {
  handle: async ({ storage }, { keys, prefixes }, { signal }) => {
    for (const key of keys) {
      signal.throwIfAborted();
      await storage.delete(key);
    }
    for (const prefix of prefixes) {
      signal.throwIfAborted();
      await storage.deletePrefix(prefix);
    }
  },
});
