import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { announceAll } from '../../../base/events.ts';
import { requireAction, type ProjectScope } from '../../projects/policy.ts';
import { videoDeleted, videoRestored } from '../events.ts';

/**
 * Moves videos to the recycle bin: nothing is freed, playback stops (410).
 *
 * @returns the keys of those that were not there yet
 */
export async function deleteVideos(
  tx: Tx,
  scope: ProjectScope,
  keys: readonly string[],
  deletedAt: Date,
): Promise<string[]> {
  requireAction(scope, 'updateVideo');
  const rows = await tx
    .updateTable('videos')
    .set({ deleted_at: deletedAt, deleted_by: scope.team.accountId })
    .where('team_id', '=', scope.team.teamId)
    .where('project_id', '=', scope.projectId)
    .where('key', 'in', keys)
    .where('deleted_at', 'is', null)
    .returning(['key', 'title'])
    .execute();
  const place = { teamId: scope.team.teamId, projectId: scope.projectId };
  const facts = rows.map(({ key, title }) => ({ ...place, key, name: title }));
  await announceAll(tx, videoDeleted, facts);
  return rows.map(({ key }) => key);
}

/**
 * Takes videos out of the recycle bin: viewers get them again, and their encoding goes on.
 *
 * @returns the keys of those that were still kept there
 */
export async function restoreVideos(
  tx: Tx,
  scope: ProjectScope,
  keys: readonly string[],
): Promise<string[]> {
  requireAction(scope, 'updateVideo');
  const rows = await tx
    .updateTable('videos')
    .set({ deleted_at: null, deleted_by: null })
    .where('team_id', '=', scope.team.teamId)
    .where('project_id', '=', scope.projectId)
    .where('key', 'in', keys)
    .where(sql<boolean>`deleted_at > now() - interval '30 days'`)
    .returning(['key', 'title'])
    .execute();
  const place = { teamId: scope.team.teamId, projectId: scope.projectId };
  const facts = rows.map(({ key, title }) => ({ ...place, key, name: title }));
  await announceAll(tx, videoRestored, facts);
  return rows.map(({ key }) => key);
}
