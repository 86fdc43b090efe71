import type { StreamDescription } from '@kinora/contract/stream';
import { databaseNow, type Tx } from '../../../base/db.ts';
import { publishVideo } from '../../publishing/actions.ts';
import { lockStream } from './segments.ts';

/** Pictures beside the stream that are in storage now. */
export async function recordImages(
  tx: Tx,
  revisionKey: string,
  images: Partial<Pick<StreamDescription, 'coverWidths' | 'storyboard'>>,
): Promise<void> {
  const found = await lockStream(tx, revisionKey);
  if (!found) return;
  await tx
    .updateTable('revisions')
    .set({ stream: JSON.stringify({ ...found.stream, ...images }), updated_at: databaseNow })
    .where('key', '=', revisionKey)
    .execute();
  await publishVideo(tx, found.videoKey);
}
