import { sql } from 'kysely';
import { type Actor, findPrincipal } from '../../base/actor.ts';
import type { Tx } from '../../base/db.ts';
import type { Announced } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import { toSubjectType } from './rules.ts';

/**
 * Keeps what was announced at once, of one kind, by one statement. A change of an account itself is kept in
 * the history of each of its teams.
 */
export async function recordEvents(tx: Tx, events: readonly Announced[]): Promise<void> {
  const [first] = events;
  if (first === undefined || first.kind.isAudited === false) return;
  // A moved video is announced to both projects, and was moved once.
  const things = new Map(events.map((event) => [event.facts.key, toRow(event)]));
  const rows = JSON.stringify([...things.values()]);
  if (first.facts.teamId === null) {
    await sql`select record_account_events(${first.facts.accountId}, ${rows}::jsonb)`.execute(tx);
    return;
  }
  await sql`
    insert into audit_events (id, team_id, project_id, action, subject_type, subject_id, subject_name,
      actor, actor_id, changes)
    select id, team_id, project_id, action, subject_type, subject_id, subject_name, actor, actor_id, changes
    from jsonb_to_recordset(${rows}::jsonb) as e(id uuid, team_id uuid, project_id uuid, action text,
      subject_type text, subject_id text, subject_name text, actor jsonb, actor_id text,
      changes jsonb)`.execute(tx);
}

function toRow({ kind, facts, actor }: Announced) {
  return {
    id: newId(),
    team_id: facts.teamId,
    project_id: facts.projectId,
    action: kind.name,
    subject_type: toSubjectType(kind.name),
    subject_id: facts.key,
    subject_name: facts.name ?? null,
    actor,
    actor_id: toPersonId(actor),
    changes: facts.changes,
  };
}

/** Jobs that work for nobody go by what they do, as each has an id of its own. */
const toPersonId = (actor: Actor) => findPrincipal(actor)?.id ?? actor.name;

/** Makes the partitions of the next months, and drops what is older than a year. */
export async function keepPartitions(tx: Tx, now: Date): Promise<void> {
  await sql`select keep_audit_partitions(${now.toISOString().slice(0, 10)}::date)`.execute(tx);
}
