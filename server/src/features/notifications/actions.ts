import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { type Announced, announce } from '../../base/events.ts';
import { isUuid, newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { CHANNEL, type Notice } from '../live-updates/rules.ts';
import { notificationsMarked } from './events/notifications-marked.ts';
import { groupLines, KEPT_DAYS, MAX_KEPT, type NewLine, toLine } from './rules.ts';

/**
 * Keeps what was announced at once, of one kind, and tells the accounts' open consoles, by one statement. A
 * thing that is told again right after itself, as a video that fails again, counts once.
 */
export async function recordNotifications(tx: Tx, events: readonly Announced[]): Promise<void> {
  const lines = groupLines(events.flatMap(toLines));
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({ id: newId(), ...line }));
  // Lines are locked in one order, so that no two transactions wait for each other.
  await sql`
    with added as (
      insert into notifications as n (id, team_id, account_id, kind, group_key, project_id, subject_key,
        subject_name, code, total, failed)
      select e.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, team_id uuid,
        account_id uuid, kind text, group_key text, project_id uuid, subject_key text, subject_name text,
        code text, total int, failed int)
      join active_members m on m.team_id = e.team_id and m.account_id = e.account_id
      order by e.team_id, e.account_id, e.kind, e.group_key
      on conflict (team_id, account_id, kind, group_key) where seen_at is null do update set
        (subject_key, subject_name, at, code, total, failed) = (
          select excluded.subject_key, excluded.subject_name, greatest(n.at, excluded.at),
            case when n.code = excluded.code or again and n.total = 1 then excluded.code end,
            case when again then n.total else n.total + excluded.total end,
            case when again then n.failed else n.failed + excluded.failed end
          from (select excluded.total = 1 and n.subject_key = excluded.subject_key as again) one
        )
    )
    select pg_notify(${CHANNEL}, notice)
    from unnest(${[...new Set(lines.map(toNotice))]}::text[]) notice`.execute(tx);
}

function toLines({ kind, facts }: Announced): NewLine[] {
  const notified = kind.notifies?.(facts) ?? null;
  return notified === null || facts.teamId === null ? [] : [toLine(facts, notified)];
}

const toNotice = ({ team_id, account_id }: NewLine) =>
  JSON.stringify({
    teamId: team_id,
    projectId: null,
    accountId: account_id,
    subject: 'notification',
    key: null,
  } satisfies Notice);

/** The account has seen its list up to a time: what comes later begins a line of its own. */
export async function markSeen(
  tx: Tx,
  { teamId, accountId }: TeamScope,
  upTo: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ seen_at: sql`now()` })
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .where('at', '<=', new Date(upTo))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await announceMarks(tx, teamId, accountId);
}

/** Marks lines of the account as read, and so as seen: those with these ids, and all up to a time. */
export async function markRead(
  tx: Tx,
  { teamId, accountId }: TeamScope,
  { ids = [], upTo }: { ids?: readonly string[] | undefined; upTo?: string | undefined },
): Promise<void> {
  const known = ids.filter(isUuid);
  const until = upTo === undefined ? null : new Date(upTo);
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: sql`now()`, seen_at: sql`coalesce(seen_at, now())` })
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where(sql<boolean>`(id = any(${known}::uuid[]) or at <= ${until}::timestamptz)`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await announceMarks(tx, teamId, accountId);
}

function announceMarks(tx: Tx, teamId: string, accountId: string): Promise<void> {
  return announce(tx, notificationsMarked, { teamId, projectId: null, accountId, key: null });
}

/** Removes lines that are too old, and those that an account has beyond the newest. */
export async function removeOldNotifications(tx: Tx): Promise<void> {
  await sql`
    delete from notifications n using (
      select id, at, row_number() over (
        partition by team_id, account_id order by at desc, id desc) as place
      from notifications
    ) placed
    where placed.id = n.id
      and (placed.at < now() - ${KEPT_DAYS} * interval '1 day' or placed.place > ${MAX_KEPT})`.execute(
    tx,
  );
}
