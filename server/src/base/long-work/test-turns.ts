import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Work } from '../jobs.ts';
import type { LongWorkKind, Turn } from './kinds.ts';

type Kind = LongWorkKind<unknown, unknown, unknown>;

/** The turn that is next of the works among which one is; null when that one has ended. */
export async function findTurn({ db }: Context, workId: string): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    select f.team_id as "teamId", f.id as "workId", f.next_position as position
    from long_works w join long_works f on f.team_id = w.team_id and f.kind = w.kind
    where w.id = ${workId} and w.state in ('queued', 'running') and f.state in ('queued', 'running')
    order by f.created_at, f.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Takes a turn, as a worker does. */
export async function takeNextTurn(
  context: Context,
  work: Work<Kind['job']['payload']>,
  workId: string,
): Promise<boolean> {
  const turn = await findTurn(context, workId);
  if (!turn) return false;
  const { signal } = new AbortController();
  await work.handle(context, turn, { signal, token: { id: '', retryCount: 0 } });
  return true;
}

/** Takes turns until the work has ended, with those of older ones of its team. */
export async function finishWork(
  context: Context,
  work: Work<Kind['job']['payload']>,
  workId: string,
): Promise<void> {
  let isOpen = true;
  while (isOpen) isOpen = await takeNextTurn(context, work, workId);
}
