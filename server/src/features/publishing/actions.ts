import type { Tx } from '../../base/db.ts';
import { enqueue } from '../../base/jobs.ts';
import { recordChange } from './actions/record.ts';
import { publishChannelJob, publishVideoJob } from './jobs.ts';

/** Has a video published in the transaction of a change that viewers may see. */
export async function publishVideo(tx: Tx, videoKey: string): Promise<void> {
  await recordChange(tx, { kind: 'video', key: videoKey });
  await enqueue(tx, publishVideoJob, { videoKey });
}

export async function publishChannel(tx: Tx, channelId: string): Promise<void> {
  await recordChange(tx, { kind: 'channel', key: channelId });
  await enqueue(tx, publishChannelJob, { channelId });
}
