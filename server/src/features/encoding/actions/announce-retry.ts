import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { videoRetried } from '../events/video-retried.ts';

export async function announceRetry(
  tx: Tx,
  { teamId, videoKey }: { teamId: string; videoKey: string },
): Promise<void> {
  const { projectId, name } = await tx
    .selectFrom('live_videos')
    .select(['project_id as projectId', 'title as name'])
    .where('key', '=', videoKey)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  await announce(tx, videoRetried, { teamId, projectId, key: videoKey, name });
}
