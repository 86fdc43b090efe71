import type { Notification } from '@kinora/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';

/** The last line of a page, behind which the list goes on. */
export type Place = { at: string; id: string };

type Row = Omit<Notification, 'at'> & { at: Date };
type Counts = { unseenCount: number; unreadCount: number };

/** The account's own lines `n`, but not those of projects that it may no longer see, `p`. */
const selectOwn = ({ teamId, accountId }: TeamScope): RawBuilder<unknown> => sql`
  notifications n
  left join visible_projects p on p.id = n.project_id and p.member_id = ${accountId}
  where n.team_id = ${teamId} and n.account_id = ${accountId}
    and (n.project_id is null or p.id is not null)`;

/** Lists a page of an account's lines in a team, newest first. */
export async function listNotifications(
  db: Db,
  team: TeamScope,
  { place, limit }: { place: Place | null; limit: number },
): Promise<{ data: Notification[]; next: Place | null }> {
  const after = place && sql`and (n.at, n.id) < (${place.at}::timestamptz, ${place.id}::uuid)`;
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.at, n.code, n.total, n.failed,
      n.seen_at is not null as "isSeen", n.read_at is not null as "isRead",
      case when p.id is not null then json_build_object('key', p.key, 'name', p.name) end as project,
      case when n.subject_key is not null
        then json_build_object('key', n.subject_key, 'name', n.subject_name) end as subject
    from ${selectOwn(team)} ${after ?? sql``}
    order by n.at desc, n.id desc limit ${limit + 1}`.execute(db);
  const data = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  const last = data.at(-1);
  return { data, next: rows.length > limit && last ? { at: last.at, id: last.id } : null };
}

/** Counts the lines that the account has not seen, and those that it has not read. */
export async function countNotifications(db: Db, team: TeamScope): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where n.seen_at is null)::int as "unseenCount",
      count(*)::int as "unreadCount"
    from ${selectOwn(team)} and n.read_at is null`.execute(db);
  return rows[0] ?? { unseenCount: 0, unreadCount: 0 };
}
