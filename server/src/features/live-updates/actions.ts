import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { CHANNEL, type Notable, toNotices } from './rules.ts';

/** Listeners are told of changes when their transaction commits, and of none that rolls back. */
export async function notifyListeners(tx: Tx, events: readonly Notable[]): Promise<void> {
  const notices = toNotices(events);
  if (notices.length === 0) return;
  await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) notice`.execute(
    tx,
  );
}
