import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import { countNewest, MAX_EXAMINED } from './newest.ts';
import { readPage, type Read } from './pages.ts';
import type { VideoRow } from './rows.ts';
import { toPlace, type Place, type Sort } from './sorts.ts';
import { toWanted, type ListFilter, type Wanted } from './wanted.ts';

/** So many rows stood before it when its page was read. */
export type ListPlace = Place & { offset: number };

export type Total = {
  total: number;
  /** There may be more. */
  isTotalCapped: boolean;
};

export type VideoPage = {
  rows: VideoRow[];
  /** Resolves later than the rows, whose parts can be read in the meantime. */
  total: Promise<Total>;
  /** As many rows stand before the first. */
  offset: number;
  /** Places of the first row behind and before which there are more; null at the ends. */
  next: ListPlace | null;
  previous: ListPlace | null;
};

/** A page after or before a place that an earlier page named. */
type Page = {
  limit: number;
  sort: Sort;
  next?: ListPlace | undefined;
  previous?: ListPlace | undefined;
};

/**
 * One page. Pages are found by position in the index of their sort and not by offset, so that the
 * thousandth costs what the first costs.
 */
export async function getVideoPage(
  db: Db,
  team: TeamScope,
  filter: ListFilter,
  { sort, limit, next, previous }: Page,
): Promise<VideoPage> {
  const wanted = toWanted(team, filter);
  const isBackward = previous !== undefined && next === undefined;
  const place = isBackward ? previous : next;
  // One more than is shown says whether there are more.
  const read = await readPage(db, team, wanted, { sort, isBackward, place, limit: limit + 1 });
  const hasMore = read.rows.length > limit;
  const reached = read.rows.slice(0, limit);
  const shown = isBackward ? reached.toReversed() : reached;
  const isMoreBehind = isBackward ? true : hasMore;
  const isMoreBefore = isBackward ? hasMore : place !== undefined;
  const isWhole = place === undefined && !hasMore;
  const offset = isMoreBefore && place ? toOffset(place, isBackward, shown.length) : 0;
  const last = shown.at(-1);
  const first = shown[0];
  return {
    rows: shown,
    total: isWhole ? Promise.resolve(toExactTotal(shown.length)) : getTotal(db, wanted, read),
    offset,
    next:
      last && isMoreBehind ? { ...toPlace(last, sort), offset: offset + shown.length - 1 } : null,
    previous: first && isMoreBefore ? { ...toPlace(first, sort), offset } : null,
  };
}

/** The offset is approximate, as rows may come and go between pages; only the first page has the offset 0. */
function toOffset(place: ListPlace, isBackward: boolean, count: number): number {
  return isBackward ? Math.max(1, place.offset - count) : place.offset + 1;
}

const toExactTotal = (total: number): Total => ({ total, isTotalCapped: false });

async function getTotal(db: Db, wanted: Wanted, { rows, counted, kept }: Read): Promise<Total> {
  if (wanted.kept === null) {
    const { matches, examined } = await (counted ?? countNewest(db, wanted));
    // The list shows at least as many rows as were found.
    return { total: Math.max(matches, rows.length), isTotalCapped: examined > MAX_EXAMINED };
  }
  if (kept !== null) return toExactTotal(kept);
  const read = await sql<{ total: number }>`select ${wanted.kept} as total`.execute(db);
  return toExactTotal(read.rows[0]?.total ?? 0);
}
