import type { Db } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';

/** Ids of the projects that the caller sees; null for an admin, who sees all. */
export async function listVisibleProjects(
  db: Db,
  { role, teamId, accountId }: TeamScope,
): Promise<Set<string> | null> {
  if (role === 'admin') return null;
  const rows = await db
    .selectFrom('project_memberships')
    .select('project_id')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}
