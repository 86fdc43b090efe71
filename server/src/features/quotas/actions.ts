import { sql } from 'kysely';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { isWithinQuota, type QuotaKind } from './rules.ts';

/**
 * Counts what an account uses, in the transaction that uses it: undone, it does not count.
 *
 * @throws AppError quota_reached, with the time until the next hour
 */
export async function countUse(
  tx: Tx,
  accountId: string,
  kind: QuotaKind,
  amount: number,
): Promise<void> {
  const { rows } = await sql<{ used: number; seconds: number }>`
    insert into quota_uses as q (account_id, kind, hour, amount)
    values (${accountId}, ${kind}, date_trunc('hour', now()), ${amount})
    on conflict (account_id, kind) do update set
      amount = excluded.amount + case when q.hour = excluded.hour then q.amount else 0 end,
      hour = excluded.hour
    returning amount::float8 as used,
      ceil(extract(epoch from hour + interval '1 hour' - now()))::int as seconds`.execute(tx);
  const { used, seconds } = rows[0] ?? { used: 0, seconds: 0 };
  if (isWithinQuota(kind, used - amount, amount)) return;
  throw new AppError('quota_reached', { retryAfterSeconds: Math.max(1, seconds) });
}
