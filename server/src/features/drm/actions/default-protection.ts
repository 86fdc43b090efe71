import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type { Tx } from '../../../base/db.ts';
import { enqueue, enqueueAll } from '../../../base/jobs.ts';
import { announceRetry } from '../../encoding/actions/announce-retry.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { readParts, storedParts } from '../../revisions/queries.ts';
import { packageJob } from '../jobs.ts';
import { isWhole } from '../rules.ts';

/**
 * Decides whether a planned stream is withheld from viewers until it is protected. A later plan changes
 * neither that nor what a person has chosen since.
 */
export async function requireProtection(
  tx: Tx,
  revisionKey: string,
  drmModel: DrmModel,
): Promise<void> {
  const isRequired = drmModel !== 'none';
  await changeRevision(
    tx,
    revisionKey,
    { drm_required: isRequired, ...(isRequired ? { drm_target: drmModel } : {}) },
    { where: sql<boolean>`drm_required is null` },
  );
}

/** Starts packaging of complete streams that were to be protected before they existed. */
export async function startPendingPackaging(tx: Tx, videoKeys: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('revisions as r')
    .select(['r.key as revisionKey', 'r.state', 'r.team_id as teamId', storedParts])
    .where(sql<boolean>`r.video_key = any(${videoKeys})`)
    .where('r.drm_target', 'is not', null)
    .where('r.drm_failed', '=', false)
    .execute();
  const due = rows.filter(({ state, parts }) => isWhole({ state, stream: readParts(parts) }));
  await enqueueAll(
    tx,
    packageJob,
    due.map(({ revisionKey, teamId }) => ({
      payload: { revisionKey },
      options: { group: teamId, singletonKey: revisionKey },
    })),
  );
}

export async function queuePackaging(tx: Tx, revisionKey: string, teamId: string): Promise<void> {
  await enqueue(tx, packageJob, { revisionKey }, { group: teamId, singletonKey: revisionKey });
}

/**
 * Takes up again the packaging of a video's current and prepared streams that was given up.
 *
 * @returns false when none was
 */
export async function retryPackaging(
  tx: Tx,
  video: { teamId: string; videoKey: string },
): Promise<boolean> {
  const rows = await tx
    .selectFrom('active_revisions')
    .select('key')
    .where('video_key', '=', video.videoKey)
    .where('team_id', '=', video.teamId)
    .orderBy('key')
    .execute();
  const hasFailed = sql<boolean>`drm_failed and drm_target is not null`;
  const columns = { drm_failed: false, drm_key_problem: null };
  let isTaken = false;
  for (const { key } of rows) {
    if (!(await changeRevision(tx, key, columns, { where: hasFailed }))) continue;
    await queuePackaging(tx, key, video.teamId);
    isTaken = true;
  }
  if (isTaken) await announceRetry(tx, video);
  return isTaken;
}
