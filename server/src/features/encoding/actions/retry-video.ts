import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { changeRevision, moveRevision } from '../../revisions/actions.ts';
import { planJob } from '../jobs.ts';
import { announceRetry } from './announce-retry.ts';
import { lockStream } from './segments.ts';
import { retryPieces } from '../../pieces/actions/retry.ts';

/**
 * Takes up failed work on a video's current and prepared revisions again, any number of times; finished steps
 * are kept.
 *
 * @returns false when nothing has failed that could be tried again
 */
export async function retryVideo(
  tx: Tx,
  video: { teamId: string; videoKey: string },
): Promise<boolean> {
  const revisions = await tx
    .selectFrom('active_revisions')
    .select(['key', 'state', 'probe_error_type'])
    .select(sql<boolean>`plan is not null`.as('isPlanned'))
    .where('video_key', '=', video.videoKey)
    .where('team_id', '=', video.teamId)
    .orderBy('key')
    .execute();
  let isRetried = false;
  for (const { key, state, probe_error_type: problem, isPlanned } of revisions) {
    if (isPlanned) {
      isRetried = (await encodeAgain(tx, key)) || isRetried;
    } else if (state === 'failed' || problem === 'probeError') {
      await checkAgain(tx, key, video.teamId);
      isRetried = true;
    }
  }
  if (isRetried) await announceRetry(tx, video);
  return isRetried;
}

async function checkAgain(tx: Tx, revisionKey: string, teamId: string): Promise<void> {
  await moveRevision(tx, revisionKey, 'sourceIngression', {
    probe_error_type: null,
    probe_error_reason: null,
    probe_detail: null,
    failure_reason: null,
    failures: 0,
  });
  await enqueue(tx, planJob, { revisionKey }, { group: teamId });
}

async function encodeAgain(tx: Tx, revisionKey: string): Promise<boolean> {
  const found = await lockStream(tx, revisionKey);
  if (!(await retryPieces(tx, revisionKey)) || !found) return false;
  const clean = { failure_reason: null };
  if (found.state === 'failed') await moveRevision(tx, revisionKey, 'processing', clean);
  else await changeRevision(tx, revisionKey, clean);
  return true;
}
