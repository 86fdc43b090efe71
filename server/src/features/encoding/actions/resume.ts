import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { enqueueAll } from '../../../base/jobs.ts';
import { unblockPieces } from '../../pieces/actions/block.ts';
import { planJob } from '../jobs.ts';

/** Resumes the work of videos that were deleted and restored. */
export async function resumeVideos(tx: Tx, videoKeys: readonly string[]): Promise<void> {
  const revisions = await tx
    .selectFrom('active_revisions')
    .select(['key', 'state', 'team_id as teamId', 'probe_error_type as problem'])
    .where(sql<boolean>`video_key = any(${videoKeys})`)
    .execute();
  await unblockPieces(
    tx,
    revisions.map(({ key }) => key),
  );
  // A check that came to a deleted video did nothing.
  const unchecked = revisions.filter(
    ({ state, problem }) => state === 'sourceIngression' && problem === null,
  );
  await enqueueAll(
    tx,
    planJob,
    unchecked.map(({ key, teamId }) => ({
      payload: { revisionKey: key },
      options: { group: teamId },
    })),
  );
}
