import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Project, ProjectSort } from '@kinora/contract/projects';
import type { Db, Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { prepared } from '../../base/prepared.ts';
import {
  requireSender,
  requireTeam,
  type RequestContext,
  type SenderScope,
  type TeamScope,
} from '../../base/request.ts';
import { containsText } from '../../base/search.ts';
import { proveProject, requireAction, type ProjectScope } from './policy.ts';
import { chosenColumns } from './queries/choices.ts';

/** The project and the caller's role in it. Null: not of this team, or not for him to see. */
export async function findProjectScope<Team extends SenderScope>(
  db: Db | Tx,
  team: Team,
  keyOrId: string,
): Promise<ProjectScope<Team> | null> {
  const row = await prepared(db, 'project_scope')
    .selectFrom('projects as p')
    .leftJoin('project_memberships as m', (join) =>
      join.onRef('m.project_id', '=', 'p.id').on('m.account_id', '=', team.accountId),
    )
    .select(['p.id', sql<ProjectRole | null>`m.role`.as('role')])
    .where('p.team_id', '=', team.teamId)
    .where(isUuid(keyOrId) ? 'p.id' : 'p.key', '=', keyOrId)
    .executeTakeFirst();
  return row ? proveProject(team, row.id, row.role) : null;
}

/** @throws AppError not_found when the caller may not see it */
export async function requireProject(
  context: RequestContext,
  keyOrId: string,
): Promise<ProjectScope> {
  const scope = await findProjectScope(context.app.db, await requireTeam(context), keyOrId);
  if (!scope) throw notFound('project');
  return scope;
}

/** The same for calls that send videos into the project. @throws AppError not_found, forbidden */
export async function requireSendingProject(
  context: RequestContext,
  keyOrId: string,
): Promise<ProjectScope<SenderScope>> {
  const scope = await findProjectScope(context.app.db, await requireSender(context), keyOrId);
  if (!scope) throw notFound('project');
  requireAction(scope, 'upload');
  return scope;
}

type Row = Omit<
  Project,
  'actions' | 'createdAt' | 'updatedAt' | 'lastActivityAt' | 'covers' | 'playbackChannelIds'
> & {
  createdAt: Date;
  updatedAt: Date;
  lastActivityAt: Date;
  role: ProjectRole | null;
  /** Revisions of its newest videos, newest first. */
  recentRevisions: string[];
  playbackDomain: string;
};

/** Names of choices are the stored ones; `nameChoices` replaces them. */
export type ProjectRow = Omit<Project, 'covers'> & Pick<Row, 'recentRevisions' | 'playbackDomain'>;

// The newest video is the first of an index.
const lastActivityAt = sql<Date>`greatest(p.updated_at, (select max(v.created_at) from videos v
  where v.project_id = p.id and v.deleted_at is null))`;

const ORDERS: Record<ProjectSort, ReturnType<typeof sql>> = {
  createdAt: sql`p.created_at desc`,
  name: sql`p.name collate "th-x-icu"`,
  lastActivityAt: sql`${lastActivityAt} desc`,
};

// One statement for a whole page: counts and newest videos are read beside each of its at most
// `limit` projects, by index.
function selectProjects(team: SenderScope) {
  return sql`
    select p.id, p.key, p.name, p.description, p.hosting, m.role,
      ${chosenColumns},
      json_build_object('id', a.id, 'name', a.name) as creator,
      p.primary_playback_channel_id as "primaryPlaybackChannelId",
      ch.default_playback_domain as "playbackDomain",
      (select json_agg(json_build_object('id', o.id, 'name', o.name)
          order by o.id = p.primary_playback_channel_id desc, o.name collate "th-x-icu", o.id)
        from project_playback_channels c join playback_channels o on o.id = c.channel_id
        where c.project_id = p.id) as "playbackChannels",
      p.created_at as "createdAt", p.updated_at as "updatedAt",
      ${lastActivityAt} as "lastActivityAt",
      (select coalesce(sum(n.videos), 0)::int from video_counts n
        where n.team_id = p.team_id and n.project_id = p.id) as "videoCount",
      (select count(*)::int from project_memberships c where c.project_id = p.id)
        as "memberCount",
      array(
        select v.current_revision_key from videos v
        where v.project_id = p.id and v.deleted_at is null
        order by v.created_at desc, v.key desc limit 12
      ) as "recentRevisions"
    from projects p
    join accounts a on a.id = p.creator_id
    join playback_channels ch on ch.id = p.primary_playback_channel_id
    left join project_memberships m on m.project_id = p.id and m.account_id = ${team.accountId}`;
}

/** Every list of projects keeps to the team, and for all but admins to the caller's own projects. */
function isVisible(team: TeamScope) {
  return team.role === 'admin'
    ? sql`p.team_id = ${team.teamId}`
    : sql`p.team_id = ${team.teamId} and exists (
        select 1 from project_memberships o
        where o.project_id = p.id and o.account_id = ${team.accountId})`;
}

function toProjects(team: SenderScope, row: Row): ProjectRow[] {
  const { role, createdAt, updatedAt, lastActivityAt: activeAt, ...rest } = row;
  const playbackChannelIds = rest.playbackChannels.map(({ id }) => id);
  const scope = proveProject(team, row.id, role);
  if (!scope) return [];
  return [
    {
      ...rest,
      playbackChannelIds,
      actions: scope.actions,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      lastActivityAt: activeAt.toISOString(),
    },
  ];
}

export async function listProjects(
  db: Db,
  team: TeamScope,
  filter: { page: number; limit: number; q?: string | undefined; sort: ProjectSort },
): Promise<{ rows: ProjectRow[]; total: number }> {
  const matches = filter.q
    ? sql`${isVisible(team)} and ${containsText(sql`p.search`, filter.q)}`
    : isVisible(team);
  const { rows } = await sql<Row>`${selectProjects(team)} where ${matches}
    order by ${ORDERS[filter.sort]}, p.id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`.execute(
    prepared(db, 'project_page'),
  );
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from projects p where ${matches}`.execute(db);
  return {
    rows: rows.flatMap((row) => toProjects(team, row)),
    total: counted.rows[0]?.total ?? 0,
  };
}

export async function findProject(
  db: Db | Tx,
  scope: ProjectScope<SenderScope>,
): Promise<ProjectRow | null> {
  const { rows } = await sql<Row>`${selectProjects(scope.team)}
    where p.team_id = ${scope.team.teamId} and p.id = ${scope.projectId}`.execute(
    prepared(db, 'project'),
  );
  return rows.flatMap((row) => toProjects(scope.team, row))[0] ?? null;
}

/** Lists the key servers that a project may choose. */
export function listActiveKeyServers(
  db: Db,
  { team }: ProjectScope,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('key_servers')
    .select(['id', 'name'])
    .where('team_id', '=', team.teamId)
    .where('is_active', '=', true)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id')
    .execute();
}
