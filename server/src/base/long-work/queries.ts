import { sql, type RawBuilder } from 'kysely';
import type { TeamScope } from '../request.ts';

/** A team's works of a kind, as rows for a feature's `from`. */
export function selectWorks({ teamId }: TeamScope, kindName: string): RawBuilder<unknown> {
  return sql`(
    select w.id, w.project_id, w.account_id, w.input, w.undo_of, w.state, w.total, w.done, w.failed,
      w.created_at, w.completed_at,
      exists (select from long_works u where u.undo_of = w.id) as is_undone
    from long_works w where w.team_id = ${teamId} and w.kind = ${kindName})`;
}

/** The items of a work, as rows for a feature's `from`. */
export function selectItems(
  { teamId }: TeamScope,
  workId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select i.position, i.key, i.input, i.state, i.outcome from long_work_items i
    where i.team_id = ${teamId} and i.work_id = ${workId})`;
}
