import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makeSampleClip } from '@kinora/media/encode/sample-clip';
import { defineJob } from '../../base/jobs.ts';
import { mediaTools } from '@kinora/media/cage/found-tools';
import { beginIngression } from '../encoding/actions/begin.ts';
import { sourceKey } from '../uploads/rules.ts';
import { completeSample } from './actions/complete.ts';

/** Makes the sample's source file; from there on it is a video like any other. */
export const makeSampleJob = defineJob({
  name: 'make-sample',
  payload: z.object({ teamId: z.uuid(), videoKey: z.string(), revisionKey: z.string() }),
  options: { retryLimit: 5, expireInSeconds: 600 },
  handler: async ({ db, storage }, sample, { signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-sample-'));
    try {
      const path = join(folder, 'sample.mp4');
      await makeSampleClip(await mediaTools(), path, { signal });
      const bytes = await readFile(path);
      await storage.put(sourceKey(sample.videoKey, sample.revisionKey), bytes);
      await db.transaction().execute(async (tx) => {
        await completeSample(tx, sample.revisionKey, bytes.length);
        await beginIngression(tx, sample);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
