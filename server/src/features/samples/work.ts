import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSampleClip } from '@kinora/media/encode/sample-clip';
import { defineWork } from '../../base/jobs.ts';
import { getMediaTools } from '@kinora/media/cage/found-tools';
import { beginIngression } from '../encoding/actions/ingression.ts';
import { sourceKey } from '../uploads/rules.ts';
import { completeSample } from './actions.ts';
import { makeSampleJob } from './jobs.ts';

export const makeSampleWork = defineWork(makeSampleJob, {
  handle: async ({ db, storage }, sample, { signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-sample-'));
    try {
      const path = join(folder, 'sample.mp4');
      await makeSampleClip(await getMediaTools(), path, { signal });
      const bytes = await readFile(path);
      await storage.put(sourceKey(sample.videoKey, sample.revisionKey), bytes);
      await db.transaction().execute(async (tx) => {
        await completeSample(tx, sample.revisionKey, bytes.length);
        await beginIngression(tx, sample.revisionKey);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
