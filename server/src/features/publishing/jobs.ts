import { z } from 'zod';
import { publishedChannelKey, publishedVideoKey } from '@kinora/contract/published';
import { defineJob } from '../../base/jobs.ts';
import { channelDocument, videoDocument } from './queries.ts';

const json = (document: object) => Buffer.from(JSON.stringify(document));

// Each holds its row while it writes: the last document in storage is the last state in the
// database, however the jobs are ordered.

export const publishVideoJob = defineJob({
  name: 'publish-video',
  payload: z.object({ videoKey: z.string() }),
  options: { concurrency: 4, retryLimit: 100, expireInSeconds: 60 },
  handler: async ({ db, storage }, { videoKey }) =>
    db.transaction().execute(async (tx) => {
      const document = await videoDocument(tx, videoKey);
      if (document) await storage.put(publishedVideoKey(videoKey), json(document));
    }),
});

export const publishChannelJob = defineJob({
  name: 'publish-channel',
  payload: z.object({ channelId: z.uuid() }),
  options: { concurrency: 1, retryLimit: 100, expireInSeconds: 60 },
  handler: async ({ db, storage }, { channelId }) =>
    db.transaction().execute(async (tx) => {
      const found = await channelDocument(tx, channelId);
      if (found) await storage.put(publishedChannelKey(found.host), json(found.document));
    }),
});
