import { z } from 'zod';
import { publishedChannelKey, publishedVideoKey } from '@kinora/contract/published';
import { holdName } from '../../base/db.ts';
import { defineJob } from '../../base/jobs.ts';
import { channelDocument, videoDocument } from './queries.ts';

const json = (document: object) => Buffer.from(JSON.stringify(document));

// Each reads only when it holds the document's name, and holds it until the document is stored:
// the last document in storage is the last state in the database, however the jobs are ordered. A
// row's own lock would not do: it would keep people's changes waiting for slow storage, and a read
// that waits for one sees the other tables as they were before.

export const publishVideoJob = defineJob({
  name: 'publish-video',
  payload: z.object({ videoKey: z.string() }),
  options: { concurrency: 4, retryLimit: 100, expireInSeconds: 60 },
  handler: async ({ db, storage }, { videoKey }) =>
    db.transaction().execute(async (tx) => {
      const key = publishedVideoKey(videoKey);
      await holdName(tx, key);
      const document = await videoDocument(tx, videoKey);
      if (document) await storage.put(key, json(document));
    }),
});

export const publishChannelJob = defineJob({
  name: 'publish-channel',
  payload: z.object({ channelId: z.uuid() }),
  options: { concurrency: 1, retryLimit: 100, expireInSeconds: 60 },
  handler: async ({ db, storage }, { channelId }) =>
    db.transaction().execute(async (tx) => {
      await holdName(tx, `channel ${channelId}`);
      const found = await channelDocument(tx, channelId);
      if (found) await storage.put(publishedChannelKey(found.host), json(found.document));
    }),
});
