import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { AppError } from '../../../base/errors.ts';
import { getWaitSeconds, WINDOW_MS, type TryLimit } from '../rules/limits.ts';

/**
 * Counts a try before it is made, so that many at once can't all be the first. To be alone in its
 * transaction: a try that is refused counts for none of its subjects, else one network could use
 * the tries of a whole account up.
 *
 * @throws AppError too_many_attempts with the seconds to wait
 */
export async function countTry(tx: Tx, limits: readonly TryLimit[], now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  for (const limit of limits) {
    if (await tryToCount(tx, limit, now, windowStart)) continue;
    const counted = await tx
      .selectFrom('sign_in_failures')
      .select(['failures', 'first_at'])
      .where('subject', '=', limit.subject)
      .executeTakeFirst();
    const wait = counted ? getWaitSeconds(limit, counted, now) : 1;
    throw new AppError('too_many_attempts', { retryAfterSeconds: wait });
  }
  await forgetOldWindows(tx, windowStart);
}

async function tryToCount(tx: Tx, limit: TryLimit, now: Date, windowStart: Date): Promise<boolean> {
  const { subject, burst, paceMs } = limit;
  const perSecond = paceMs ? 1000 / paceMs : 0;
  const { rows } = await sql`
    insert into sign_in_failures as f (subject, failures, first_at, last_at)
    values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set
      failures = case when f.first_at <= ${windowStart} then 1 else f.failures + 1 end,
      first_at = case when f.first_at <= ${windowStart} then ${now} else f.first_at end,
      last_at = ${now}
    where f.first_at <= ${windowStart} or f.failures < ${burst}::int + floor(
      extract(epoch from ${now}::timestamptz - f.first_at)::float8 * ${perSecond}::float8)
    returning f.subject`.execute(tx);
  return rows.length > 0;
}

/** Removes some at a time, and never one at which another transaction counts. */
async function forgetOldWindows(tx: Tx, windowStart: Date): Promise<void> {
  await sql`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where first_at <= ${windowStart}
      limit 20 for update skip locked)`.execute(tx);
}

/** Takes one back that was counted and never made. */
export async function uncountTry(tx: Tx, limits: readonly TryLimit[]): Promise<void> {
  for (const { subject } of limits) await countOneLess(tx, subject);
}

/** After a success the caller's own failures are forgotten, and shared limits lose one. */
export async function forgetTries(tx: Tx, limits: readonly TryLimit[]): Promise<void> {
  for (const { subject, isOwn } of limits) {
    if (isOwn) {
      await tx.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
      continue;
    }
    await countOneLess(tx, subject);
  }
}

async function countOneLess(tx: Tx, subject: string): Promise<void> {
  await tx
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}
