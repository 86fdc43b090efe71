import type { Tx } from '../../base/db.ts';
import { enqueue } from '../../base/jobs.ts';
import { recordChange } from './actions/record.ts';
import { publishSettingsJob, publishVideoJob } from './jobs.ts';
import type { Settings } from './rules.ts';

/** Has a video published in the transaction of a change that viewers may see. */
export async function publishVideo(tx: Tx, videoKey: string): Promise<void> {
  await recordChange(tx, { kind: 'video', key: videoKey });
  await enqueue(tx, publishVideoJob, { videoKey });
}

/** Has something published that many videos share. */
export async function publishSettings(tx: Tx, settings: Settings): Promise<void> {
  await recordChange(tx, settings);
  await enqueue(tx, publishSettingsJob, settings);
}
