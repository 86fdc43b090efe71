import { sql, type RawBuilder } from 'kysely';
import type { VideoFilter } from '@kinora/contract/videos';
import type { Db } from '../../../base/db.ts';
import { isUuid } from '../../../base/ids.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { containsText } from '../../../base/search.ts';
import { getVideoCount, isVisibleVideo } from '../../projects/queries/visible-videos.ts';
import { toDateSpan } from '../rules/date-span.ts';
import { selectVideos, type VideoRow } from './rows.ts';

/** A total that has to be counted is one of the newest so many; docs/decisions/0050. */
const MAX_EXAMINED = 20_000;

export type VideoPage = {
  rows: VideoRow[];
  total: number;
  /** There may be more than `total`. */
  isTotalCapped: boolean;
  /** Places of the first row behind and before which there are more; null at the ends. */
  next: string[] | null;
  previous: string[] | null;
};

type Filter = Omit<VideoFilter, 'projectKey'> & { projectId?: string | undefined };
/** A page after or before a place that an earlier page named. */
type Page = { limit: number; next?: string[] | undefined; previous?: string[] | undefined };

/**
 * One page, newest first. Pages are found by position in the index and not by offset, so that the
 * thousandth costs what the first costs.
 */
export async function getVideoPage(
  db: Db,
  team: TeamScope,
  filter: Filter,
  page: Page,
): Promise<VideoPage> {
  const wanted = toWanted(team, filter);
  const isBackward = page.previous !== undefined && page.next === undefined;
  const place = isBackward ? page.previous : page.next;
  const rows = await readPage(db, team, wanted, { limit: page.limit, place, isBackward });
  const hasMore = rows.length > page.limit;
  const shown = isBackward ? rows.slice(0, page.limit).toReversed() : rows.slice(0, page.limit);
  const isMoreBehind = isBackward ? true : hasMore;
  const isMoreBefore = isBackward ? hasMore : place !== undefined;
  const isWhole = place === undefined && !hasMore;
  const last = shown.at(-1);
  const first = shown[0];
  return {
    rows: shown,
    ...(isWhole ? toExactTotal(shown.length) : await getTotal(db, wanted, rows)),
    next: last && isMoreBehind ? toPlaceInList(last) : null,
    previous: first && isMoreBefore ? toPlaceInList(first) : null,
  };
}

type Wanted = {
  /** Conditions that the index of the order answers. */
  within: RawBuilder<unknown>;
  /** Conditions that each of those rows is compared with; null without any. */
  searched: RawBuilder<unknown> | null;
  /** The total that is kept; null when it has to be counted. */
  kept: RawBuilder<unknown> | null;
};

type PageRow = VideoRow & { total: number | null };

async function readPage(
  db: Db,
  team: TeamScope,
  { within, searched, kept }: Wanted,
  page: { limit: number; place: string[] | undefined; isBackward: boolean },
): Promise<PageRow[]> {
  const order = page.isBackward
    ? sql`v.created_at asc, v.key asc`
    : sql`v.created_at desc, v.key desc`;
  // The text says how many: of any number the planner expects a tenth of all, and plans each time.
  const limit = sql.lit(page.limit + 1);
  const chosen = sql`
    select v.key from videos v
    where ${within} ${searched ? sql`and ${searched}` : sql``} ${isBeyond(page.place, page.isBackward)}
    order by ${order} limit ${limit}`;
  const total = sql`, ${kept ?? sql`null`} as total`;
  // Two names, since filters make more texts than are kept: none takes the plain list's place.
  const { rows } =
    await sql<PageRow>`${selectVideos(team, chosen, total)} order by ${order}`.execute(
      prepared(db, kept ? 'video_page' : 'video_search'),
    );
  return rows;
}

type Total = Pick<VideoPage, 'total' | 'isTotalCapped'>;
const toExactTotal = (total: number): Total => ({ total, isTotalCapped: false });

async function getTotal(db: Db, wanted: Wanted, page: readonly PageRow[]): Promise<Total> {
  if (wanted.kept === null) return countNewest(db, wanted, page.length);
  const read = page[0]?.total;
  if (read !== undefined && read !== null) return toExactTotal(read);
  const { rows } = await sql<{ total: number }>`select ${wanted.kept} as total`.execute(db);
  return toExactTotal(rows[0]?.total ?? 0);
}

/** @param found as many are there, wherever */
async function countNewest(db: Db, { within, searched }: Wanted, found: number): Promise<Total> {
  const { rows } = await sql<{ matches: number; examined: number }>`
    select (count(*) filter (where is_match))::int as matches, count(*)::int as examined from (
      select ${searched ?? sql`true`} as is_match from videos v where ${within}
      order by v.created_at desc, v.key desc limit ${sql.lit(MAX_EXAMINED + 1)}
    ) newest`.execute(prepared(db, 'video_search'));
  const { matches, examined } = rows[0] ?? { matches: 0, examined: 0 };
  return { total: Math.max(matches, found), isTotalCapped: examined > MAX_EXAMINED };
}

function toWanted(team: TeamScope, filter: Filter): Wanted {
  const { projectId } = filter;
  const span = toDateSpan(filter);
  const within = [isVisibleVideo(team)];
  if (projectId !== undefined) within.push(sql`v.project_id = ${projectId}`);
  if (span.from) within.push(sql`v.created_at >= ${span.from}`);
  if (span.before) within.push(sql`v.created_at < ${span.before}`);
  const searched = splitWords(filter.q).map((word) => containsText(sql`v.search`, word));
  if (filter.tagIds && filter.tagIds.length > 0) {
    searched.push(sql`exists (select 1 from video_tags vt
      where vt.video_key = v.key and vt.tag_id = any(${filter.tagIds.filter(isUuid)}::uuid[]))`);
  }
  const isAll = searched.length === 0 && !span.from && !span.before;
  return {
    within: sql.join(within, sql` and `),
    searched: searched.length === 0 ? null : sql.join(searched, sql` and `),
    kept: isAll ? getVideoCount(team, projectId) : null,
  };
}

/** Each word must be found; Thai is written without spaces, so a phrase is one word. */
function splitWords(q: string | undefined): string[] {
  return (q ?? '').split(/\s+/).filter(Boolean).slice(0, 10);
}

const toPlaceInList = (row: VideoRow) => [row.position, row.key];

function isBeyond(place: string[] | undefined, isBackward: boolean): RawBuilder<unknown> {
  if (place === undefined) return sql``;
  const [position, key] = place;
  const at = sql`(${position}::timestamp at time zone 'utc', ${key})`;
  return isBackward
    ? sql`and (v.created_at, v.key) > ${at}`
    : sql`and (v.created_at, v.key) < ${at}`;
}
