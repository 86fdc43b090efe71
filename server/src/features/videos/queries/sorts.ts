import { sql, type RawBuilder } from 'kysely';
import type { SortOrder, VideoSort } from '@kinora/contract/videos/filter';
import type { PageRow, VideoRow } from './rows.ts';

/** So much of a title as its index holds. */
const TITLE_LETTERS = 100;

/** Each is an index's, with the key of a video behind it. */
const COLUMNS: Record<
  VideoSort,
  {
    column: RawBuilder<unknown>;
    read: (text: string) => RawBuilder<unknown>;
    toText: (row: VideoRow) => string;
  }
> = {
  createdAt: {
    column: sql`v.created_at`,
    read: (text) => sql`${text}::timestamp at time zone 'utc'`,
    toText: (row) => row.position,
  },
  title: {
    column: sql`left(v.title, ${sql.lit(TITLE_LETTERS)}) collate video_titles`,
    read: (text) => sql`${text}::text collate video_titles`,
    toText: (row) => Array.from(row.title).slice(0, TITLE_LETTERS).join(''),
  },
  duration: {
    column: sql`v.duration_ms`,
    read: (text) => sql`${text}::float8`,
    toText: (row) => String(row.sortedDurationMs),
  },
  size: {
    column: sql`v.size_bytes`,
    read: (text) => sql`${text}::bigint`,
    toText: (row) => String(row.sortedSizeBytes),
  },
};

export type Sort = {
  by: VideoSort;
  order: SortOrder;
  /** Rows of rank 0 come before those of rank 1, each in the order of time. */
  isRanked: boolean;
};

/** A row's place in the order of a list; its rank is null where rows have none. */
export type Place = { value: string; key: string; rank: number | null };

export function toSort(asked: {
  sort?: VideoSort | undefined;
  order?: SortOrder | undefined;
  q?: string | undefined;
}): Sort {
  const by = asked.sort ?? 'createdAt';
  const order = asked.order ?? (by === 'title' ? 'asc' : 'desc');
  return { by, order, isRanked: asked.sort === undefined && Boolean(asked.q?.trim()) };
}

/** Tokens of one order are not those of another. */
export const nameSort = ({ by, order, isRanked }: Sort) =>
  `videos by ${isRanked ? 'rank' : by} ${order}`;

/** Reads on from a row in the order of its sort, or back. */
type Direction = { sort: Sort; isBackward: boolean };

/** So many rows of a list are read, from a place on. */
export type Reach = Direction & { limit: number; place: Place | undefined };

export const isAscending = ({ sort, isBackward }: Direction) =>
  (sort.order === 'asc') !== isBackward;

export function toOrder(direction: Direction): RawBuilder<unknown> {
  const { column } = COLUMNS[direction.sort.by];
  return isAscending(direction) ? sql`${column} asc, v.key asc` : sql`${column} desc, v.key desc`;
}

/** Says whether a row stands behind a place, among those of its rank. */
export function isBeyond(place: Place | undefined, direction: Direction): RawBuilder<unknown> {
  if (place === undefined) return sql`true`;
  const { column, read } = COLUMNS[direction.sort.by];
  const at = sql`(${read(place.value)}, ${place.key})`;
  return isAscending(direction) ? sql`(${column}, v.key) > ${at}` : sql`(${column}, v.key) < ${at}`;
}

export function toPlace(row: PageRow, sort: Sort): Place {
  return { value: COLUMNS[sort.by].toText(row), key: row.key, rank: row.rank };
}
