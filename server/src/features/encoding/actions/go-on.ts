import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { unblockPieces } from '../../pieces/actions/block.ts';
import { planJob } from '../jobs.ts';

/** Takes up what was left when a video was deleted that is there again. */
export async function goOnWithVideo(tx: Tx, videoKey: string): Promise<void> {
  const revision = await tx
    .selectFrom('videos as v')
    .innerJoin('revisions as r', 'r.key', 'v.current_revision_key')
    .select(['r.key', 'r.state', 'r.team_id as teamId', 'r.probe_error_type as problem'])
    .where('v.key', '=', videoKey)
    .executeTakeFirst();
  if (!revision) return;
  await unblockPieces(tx, revision.key);
  // A check that came to a deleted video did nothing.
  if (revision.state === 'sourceIngression' && revision.problem === null) {
    await enqueue(tx, planJob, { revisionKey: revision.key }, { group: revision.teamId });
  }
}
