import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { isAscending, isBeyond, type Reach } from './sorts.ts';
import type { Wanted } from './wanted.ts';

/** A total that has to be counted is one of the newest so many; docs/decisions/0050. */
export const MAX_EXAMINED = 20_000;

/** At least `matches` match; all do that match if `examined` is at most `MAX_EXAMINED`. */
export type Counted = { matches: number; examined: number };

/** The newest rows, and one more than are examined: there are more then. */
const newestFirst = (examined: number) =>
  sql`order by v.created_at desc, v.key desc limit ${sql.lit(examined + 1)}`;

export async function countNewest(db: Db, { within, searched }: Wanted): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select (count(*) filter (where is_match))::int as matches, count(*)::int as examined from (
      select ${searched ?? sql`true`} as is_match from videos v where ${within} ${newestFirst(MAX_EXAMINED)}
    ) newest`.execute(prepared(db, 'video_count'));
  return rows[0] ?? { matches: 0, examined: 0 };
}

export type Found = { key: string; rank: number | null };

/** Counts so many of the newest, and finds the rows of a page among them, by one look at each. */
export async function examineNewest(
  db: Db,
  { within, searched, rank }: Wanted & { searched: RawBuilder<unknown> },
  reach: Reach,
  maxExamined = MAX_EXAMINED,
): Promise<{ counted: Counted; found: Found[] }> {
  const { isRanked } = reach.sort;
  // In the order of the index: nothing is sorted, and the keys are cut at the end that is shown.
  const keysOf = (of: number) => sql`coalesce(array_agg(v.key) filter (
    where v.rank = ${sql.lit(of)} and ${isBeyondRanked(of, reach)}), '{}')`;
  const cut = (keys: RawBuilder<unknown>) =>
    isAscending(reach)
      ? sql`${keys}[greatest(cardinality(${keys}) - ${sql.lit(reach.limit - 1)}, 1):]`
      : sql`${keys}[1:${sql.lit(reach.limit)}]`;
  const { rows } = await sql<Counted & { best: string[]; others: string[] }>`
    select matches, examined, ${cut(sql`best`)} as best, ${cut(sql`others`)} as others from (
      select count(v.rank)::int as matches, count(*)::int as examined, ${keysOf(0)} as best,
        ${isRanked ? keysOf(1) : sql`'{}'::text[]`} as others
      from (
        select v.key, v.created_at,
          case when ${searched} then ${isRanked && rank ? rank : sql`0`} end as rank
        from videos v where ${within} ${newestFirst(maxExamined)}
      ) v
    ) examined`.execute(prepared(db, 'video_search'));
  const { matches = 0, examined = 0, best = [], others = [] } = rows[0] ?? {};
  const inOrder = (keys: string[], of: number | null) =>
    (isAscending(reach) ? keys.toReversed() : keys).map((key) => ({ key, rank: of }));
  const groups = [inOrder(best, isRanked ? 0 : null), inOrder(others, 1)];
  const found = (reach.isBackward ? groups.toReversed() : groups).flat().slice(0, reach.limit);
  return { counted: { matches, examined }, found };
}

function isBeyondRanked(of: number, reach: Reach): RawBuilder<unknown> {
  const rank = reach.place?.rank ?? of;
  if (rank === of) return isBeyond(reach.place, reach);
  return rank < of !== reach.isBackward ? sql`true` : sql`false`;
}
