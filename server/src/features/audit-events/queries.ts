import type { AuditEvent } from '@kinora/contract/audit-events';
import { sql } from 'kysely';
import type { Actor } from '../../base/actor.ts';
import type { Db } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';

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

type Page = { data: AuditEvent[]; next: Place | null; previous: Place | null };

/** Lists a page of a team's history, newest first. */
export async function listAuditEvents(
  db: Db,
  { teamId }: TeamScope,
  wanted: Wanted,
  { place, limit }: { place: Place | null; limit: number },
): Promise<Page> {
  const isBackward = place?.direction === 'previous';
  let query = db
    .selectFrom('audit_events')
    .select(['id', 'at', 'action', 'project_id', 'subject_type', 'subject_id', 'subject_name'])
    .select([
      sql<Actor>`actor`.as('actor'),
      sql<AuditEvent['changes'] | null>`changes`.as('changes'),
    ])
    .where('team_id', '=', teamId);
  if (wanted.actorId !== undefined) query = query.where('actor_id', '=', wanted.actorId);
  if (wanted.action !== undefined) {
    // An index finds all of a type, and one action among them.
    const [type = ''] = wanted.action.split('.', 1);
    query = query.where('subject_type', '=', type);
    if (wanted.action !== type) query = query.where('action', '=', wanted.action);
  }
  if (wanted.subjectType !== undefined)
    query = query.where('subject_type', '=', wanted.subjectType);
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
  const found = await query
    .orderBy('at', order)
    .orderBy('id', order)
    .limit(limit + 1)
    .execute();
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackward) rows.reverse();
  const data = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    projectId: row.project_id,
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    changes: row.changes ?? {},
  }));
  const [first, last] = [data[0], data.at(-1)];
  const placeOf = (direction: Place['direction'], event: AuditEvent | undefined) =>
    event ? { direction, at: event.at, id: event.id } : null;
  return {
    data,
    next: isBackward || hasMore ? placeOf('next', last) : null,
    previous: (isBackward ? hasMore : place !== null) ? placeOf('previous', first) : null,
  };
}
