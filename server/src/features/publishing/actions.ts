import type { Tx } from '../../base/db.ts';
import { enqueueAll } from '../../base/jobs.ts';
import { recordChanges } from './actions/record.ts';
import { publishSettingsJob, publishVideoJob } from './jobs.ts';
import type { Settings } from './rules.ts';

/** Has videos published in the transaction of a change that viewers may see. */
export async function publishVideos(tx: Tx, videoKeys: readonly string[]): Promise<void> {
  const keys = [...new Set(videoKeys)];
  await recordChanges(tx, 'video', keys);
  await enqueueAll(
    tx,
    publishVideoJob,
    keys.map((videoKey) => ({ payload: { videoKey } })),
  );
}

/** Has something published that many videos share. */
export async function publishSettings(
  tx: Tx,
  kind: Settings['kind'],
  wanted: readonly string[],
): Promise<void> {
  const keys = [...new Set(wanted)];
  await recordChanges(tx, kind, keys);
  await enqueueAll(
    tx,
    publishSettingsJob,
    keys.map((key) => ({ payload: { kind, key } })),
  );
}
