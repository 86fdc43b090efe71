import { z } from 'zod';
import { defineJob, defineWork } from './jobs.ts';

/**
 * Removes what nothing names any more. It is queued in the transaction that forgets the name, and
 * tried until storage has done it: nobody else would know what to remove.
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
