import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import type { Announced } from '../../base/events.ts';
import { CHANNEL, toNotice } from './rules.ts';

/** Listeners hear of a change when its transaction is committed, and of none that isn't. */
export async function notifyListeners(
  tx: Tx,
  event: Pick<Announced, 'kind' | 'facts'>,
): Promise<void> {
  const notice = toNotice(event);
  if (notice !== null) await sql`select pg_notify(${CHANNEL}, ${notice})`.execute(tx);
}
