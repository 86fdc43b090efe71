import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { isAscending, isBeyond, type Reach } from './sorts.ts';
import type { Wanted } from './wanted.ts';

/** A total that has to be counted is one of the newest so many; docs/decisions/0050. */
export const MAX_EXAMINED = 20_000;

/** At least `matches` match; all do that match if `examined` is at most `MAX_EXAMINED`. */
export type Counted = { matches: number; examined: number };

/** So many of the newest rows, or all of a list that is known not to be longer than `MAX_EXAMINED`. */
export type Examined = number | 'all';

const newestFirst = sql`order by v.created_at desc, v.key desc`;
/** One more than are examined: there are more then. */
const toLimit = (examined: number) => sql`limit ${sql.lit(examined + 1)}`;

export async function countNewest(
  db: Db,
  { within, searched }: Wanted,
  examined: Examined = MAX_EXAMINED,
): Promise<Counted> {
  const isMatch = searched ?? sql`true`;
  const { rows } = await sql<Counted>`${
    examined === 'all'
      ? sql`select count(*)::int as matches, 0 as examined from videos v where ${within} and ${isMatch}`
      : sql`select (count(*) filter (where is_match))::int as matches, count(*)::int as examined from (
          select ${isMatch} as is_match from videos v
          where ${within} ${newestFirst} ${toLimit(examined)}
        ) newest`
  }`.execute(prepared(db, `video_count_${examined}`));
  return rows[0] ?? { matches: 0, examined: 0 };
}

export type Found = { key: string; rank: number | null };

/**
 * Counts the newest, and finds the rows of a page among them, by one look at each.
 *
 * @returns also what may be examined from now on
 */
export async function examineNewest(
  db: Db,
  wanted: Wanted & { searched: RawBuilder<unknown> },
  reach: Reach,
  examined: Examined = MAX_EXAMINED,
): Promise<{ counted: Counted; found: Found[]; further: Examined }> {
  const { isRanked } = reach.sort;
  // In the order of the index: nothing is sorted, and the keys are cut at the end that is shown.
  const keysOf = (of: number) => sql`coalesce(array_agg(v.key) filter (
    where v.rank = ${sql.lit(of)} and ${isBeyondRanked(of, reach)}), '{}')`;
  const cut = (keys: RawBuilder<unknown>) =>
    isAscending(reach)
      ? sql`${keys}[greatest(cardinality(${keys}) - ${sql.lit(reach.limit - 1)}, 1):]`
      : sql`${keys}[1:${sql.lit(reach.limit)}]`;
  const { rows } = await sql<Counted & { best: string[]; others: string[]; all: number }>`
    select matches, examined, ${cut(sql`best`)} as best, ${cut(sql`others`)} as others,
      ${wanted.all} as all
    from (
      select count(v.rank)::int as matches, count(*)::int as examined, ${keysOf(0)} as best,
        ${isRanked ? keysOf(1) : sql`'{}'::text[]`} as others
      from (${selectRanked(wanted, isRanked, examined)}) v
    ) examined`.execute(prepared(db, `video_search_${examined}`));
  const { best = [], others = [], all = 0, ...counted } = rows[0] ?? { matches: 0, examined: 0 };
  const inOrder = (keys: string[], of: number | null) =>
    (isAscending(reach) ? keys.toReversed() : keys).map((key) => ({ key, rank: of }));
  const groups = [inOrder(best, isRanked ? 0 : null), inOrder(others, 1)];
  const found = (reach.isBackward ? groups.toReversed() : groups).flat().slice(0, reach.limit);
  return { counted, found, further: all <= MAX_EXAMINED ? 'all' : MAX_EXAMINED };
}

/** Selects examined rows, with a rank where they match; of all of a short list only those. */
function selectRanked(
  { within, searched, rank }: Wanted,
  isRanked: boolean,
  examined: Examined,
): RawBuilder<unknown> {
  const isMatch = searched ?? sql`true`;
  const ranked = isRanked && rank ? rank : sql`0`;
  return examined === 'all'
    ? sql`select v.key, v.created_at, ${ranked} as rank
        from videos v where ${within} and ${isMatch} ${newestFirst}`
    : sql`select v.key, v.created_at, case when ${isMatch} then ${ranked} end as rank
        from videos v where ${within} ${newestFirst} ${toLimit(examined)}`;
}

function isBeyondRanked(of: number, reach: Reach): RawBuilder<unknown> {
  const rank = reach.place?.rank ?? of;
  if (rank === of) return isBeyond(reach.place, reach);
  return rank < of !== reach.isBackward ? sql`true` : sql`false`;
}
