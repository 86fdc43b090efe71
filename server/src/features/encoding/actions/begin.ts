import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { publishVideo } from '../../publishing/actions.ts';
import { encodeJob } from '../jobs.ts';
import { startIngression } from './record.ts';

/** The last byte is stored: the file is checked next. Runs in the transaction of that byte. */
export async function beginIngression(
  tx: Tx,
  upload: { teamId: string; videoKey: string; revisionKey: string },
): Promise<void> {
  if (!(await startIngression(tx, upload))) return;
  // From here on a viewer is told that it is not ready, and not that it is not there.
  await publishVideo(tx, upload.videoKey);
  await enqueue(tx, encodeJob, { revisionKey: upload.revisionKey }, { group: upload.teamId });
}
