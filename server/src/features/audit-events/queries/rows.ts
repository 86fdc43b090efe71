import type { AuditEvent } from '@kinora/contract/audit-events';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../base/actor.ts';
import type { Db } from '../../../base/db.ts';
import type { HistoryScope } from '../policy.ts';

/** A place between two rows: the list goes on behind this one, or ends before it. */
export type Place = { direction: 'next' | 'previous'; at: string; id: string };

export type Wanted = {
  actorId?: string | undefined;
  action?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type AuditRow = {
  id: string;
  at: Date;
  action: string;
  project_id: string | null;
  subject_type: string;
  subject_id: string | null;
  subject_name: string | null;
  actor: Actor;
  changes: AuditEvent['changes'] | null;
};

/** Reads rows of a team's history, newest first; before a place the nearest come first. */
export async function listRows(
  db: Db,
  scope: HistoryScope,
  wanted: Wanted,
  { place, limit }: { place: Place | null; limit: number },
): Promise<AuditRow[]> {
  const isBackward = place?.direction === 'previous';
  let query = db
    .selectFrom('audit_events')
    .select(['id', 'at', 'action', 'project_id', 'subject_type', 'subject_id', 'subject_name'])
    .select([
      sql<Actor>`actor`.as('actor'),
      sql<AuditEvent['changes'] | null>`changes`.as('changes'),
    ])
    .where('team_id', '=', scope.team.teamId)
    .where(isReadable(scope));
  if (wanted.actorId !== undefined) query = query.where('actor_id', '=', wanted.actorId);
  if (wanted.action !== undefined) {
    // An index finds all of a type, and one action among them.
    const [type = ''] = wanted.action.split('.', 1);
    query = query.where('subject_type', '=', type);
    if (wanted.action !== type) query = query.where('action', '=', wanted.action);
  }
  if (wanted.subjectType !== undefined)
    query = query.where('subject_type', 'in', listTypes(wanted.subjectType));
  if (wanted.subjectId !== undefined) query = query.where('subject_id', '=', wanted.subjectId);
  if (wanted.from !== undefined) query = query.where('at', '>=', new Date(wanted.from));
  if (wanted.to !== undefined) query = query.where('at', '<', new Date(wanted.to));
  if (place) {
    const bound = sql`(${place.at}::timestamptz, ${place.id}::uuid)`;
    query = query.where(
      isBackward ? sql<boolean>`(at, id) > ${bound}` : sql<boolean>`(at, id) < ${bound}`,
    );
  }
  const order = isBackward ? 'asc' : 'desc';
  return query.orderBy('at', order).orderBy('id', order).limit(limit).execute();
}

function isReadable({ team, part }: HistoryScope): Expression<SqlBool> {
  if (part.kind === 'all') return sql<boolean>`true`;
  if (part.kind === 'ofTeam') return sql<boolean>`project_id is null`;
  return sql<boolean>`project_id in (
    select p.id from visible_projects p
    where p.team_id = ${team.teamId} and p.member_id = ${team.accountId}
      and p.member_role in (${sql.join(part.roles)}))`;
}

/** The members of a project are part of its history; their rows have the project's id. */
const listTypes = (type: string) => (type === 'project' ? ['project', 'projectMember'] : [type]);
