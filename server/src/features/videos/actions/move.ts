import { diff } from '../../../base/changes.ts';
import type { Tx } from '../../../base/db.ts';
import { announceAll } from '../../../base/events.ts';
import { listUnplayable } from '../../drm-configs/queries.ts';
import { requireAction, type ProjectScope } from '../../projects/policy.ts';
import { videoMoved } from '../events.ts';

/**
 * Moves locked videos to another project of the team. The new project decides where they play and, for those
 * that have no geo-blocking rule of their own, in which countries.
 *
 * @returns the keys of moved videos; multi-DRM videos that could not be watched there stay
 */
export async function moveVideos(
  tx: Tx,
  from: ProjectScope,
  to: ProjectScope,
  keys: readonly string[],
): Promise<string[]> {
  requireAction(from, 'updateVideo');
  requireAction(to, 'updateVideo');
  const { teamId } = from.team;
  const unplayable = await listUnplayable(tx, { teamId, projectId: to.projectId }, keys);
  const movable = keys.filter((key) => !unplayable.has(key));
  if (movable.length === 0) return [];
  const rows = await tx
    .updateTable('videos')
    .set({ project_id: to.projectId, updated_at: new Date() })
    .where('team_id', '=', teamId)
    .where('project_id', '=', from.projectId)
    .where('key', 'in', movable)
    .where('deleted_at', 'is', null)
    .returning(['key', 'title'])
    .execute();
  const changes = diff({ project_id: from.projectId }, { project_id: to.projectId });
  const facts = [from, to].flatMap(({ projectId }) =>
    rows.map(({ key, title }) => ({ teamId, projectId, key, name: title, changes })),
  );
  await announceAll(tx, videoMoved, facts);
  return rows.map(({ key }) => key);
}
