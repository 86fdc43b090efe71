import { sql, type RawBuilder } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Db, Tx } from '../../../base/db.ts';
import { notFound } from '../../../base/errors.ts';
import { prepared } from '../../../base/prepared.ts';
import {
  requireTeam,
  type RequestContext,
  type SenderScope,
  type TeamScope,
} from '../../../base/request.ts';
import { proveProject, VIDEO_UPDATING_ROLES, type ProjectScope } from '../policy.ts';

/** The video `v` is not deleted, and of a project that the caller may see. Every read starts here. */
export function isVisibleVideo(team: SenderScope): RawBuilder<unknown> {
  return sql`v.team_id = ${team.teamId} and v.deleted_at is null
    ${isOfVisibleProject(team, sql`v.project_id`)}`;
}

/** The same of the recycle bin, where videos are kept for 30 days. */
function isVisibleDeletedVideo(team: TeamScope): RawBuilder<unknown> {
  return sql`v.team_id = ${team.teamId} and v.deleted_at > now() - interval '30 days'
    ${isOfVisibleProject(team, sql`v.project_id`)}`;
}

/** The same where thousands of videos are looked at: the memberships are read once, before. */
export function isVisibleAmongMany(team: TeamScope): RawBuilder<unknown> {
  const ofMine = sql`and v.project_id = any(array(
    select o.project_id from project_memberships o where o.account_id = ${team.accountId}))`;
  return sql`v.team_id = ${team.teamId} and v.deleted_at is null
    ${team.role === 'admin' ? sql`` : ofMine}`;
}

/** The number of visible videos, in one of the projects or in all; kept, not counted. */
export function getVideoCount(team: TeamScope, projectId: string | undefined): RawBuilder<unknown> {
  const ofProject = projectId === undefined ? sql`` : sql`and n.project_id = ${projectId}`;
  return sql`(select coalesce(sum(n.videos), 0)::int from video_counts n
    where n.team_id = ${team.teamId} ${ofProject}
      ${isOfVisibleProject(team, sql`n.project_id`)})`;
}

/** Goes on from a condition: the project is one that the caller may see. */
export function isOfVisibleProject(
  team: SenderScope,
  projectId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (team.role === 'form') return sql`and ${projectId} = ${team.projectId}`;
  return team.role === 'admin'
    ? sql``
    : sql`and ${projectId} in (
        select o.project_id from project_memberships o where o.account_id = ${team.accountId})`;
}

/** Goes on from a condition: the visible video `v` is one that the caller may change. */
export function isOfChangeableProject(team: TeamScope): RawBuilder<unknown> {
  return team.role === 'admin'
    ? sql``
    : sql`and v.project_id in (
        select o.project_id from project_memberships o where o.account_id = ${team.accountId}
          and o.role in (${sql.join(VIDEO_UPDATING_ROLES.map((role) => sql.lit(role)))}))`;
}

/** The project of a video and what the caller may do in it; null when he may not see it. */
export function findVideoScope(
  db: Db | Tx,
  team: TeamScope,
  key: string,
): Promise<ProjectScope | null> {
  return findScope(prepared(db, 'video_scope'), team, key, isVisibleVideo(team));
}

async function findScope(
  db: Db | Tx,
  team: TeamScope,
  key: string,
  isVisible: RawBuilder<unknown>,
): Promise<ProjectScope | null> {
  const { rows } = await sql<{ projectId: string; role: ProjectRole | null }>`
    select v.project_id as "projectId", m.role from videos v
    left join project_memberships m
      on m.project_id = v.project_id and m.account_id = ${team.accountId}
    where ${isVisible} and v.key = ${key}`.execute(db);
  return rows[0] ? proveProject(team, rows[0].projectId, rows[0].role) : null;
}

/** @throws AppError not_found when the caller may not see the video */
export async function requireVideo(context: RequestContext, key: string): Promise<ProjectScope> {
  const scope = await findVideoScope(context.app.db, await requireTeam(context), key);
  if (!scope) throw notFound('video');
  return scope;
}

/** @throws AppError not_found when the recycle bin has no such video that the caller may see */
export async function requireDeletedVideo(
  context: RequestContext,
  key: string,
): Promise<ProjectScope> {
  const team = await requireTeam(context);
  const scope = await findScope(context.app.db, team, key, isVisibleDeletedVideo(team));
  if (!scope) throw notFound('video');
  return scope;
}
