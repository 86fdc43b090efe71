import { sql, type RawBuilder } from 'kysely';
import type { VideoFilter } from '@kinora/contract/videos';
import type { Db } from '../../../base/db.ts';
import { isUuid } from '../../../base/ids.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { likePattern } from '../../../base/search.ts';
import { visibleVideos } from '../../projects/queries/visible-videos.ts';
import { dateSpan } from '../rules/date-span.ts';
import { videoRows, type VideoRow } from './rows.ts';

export type VideoPage = {
  rows: VideoRow[];
  total: number;
  /** Places of the first row behind and before which there are more; null at the ends. */
  next: string[] | null;
  previous: string[] | null;
};

type Filter = Omit<VideoFilter, 'projectKey'> & { projectId?: string | undefined };
/** A page after or before a place that an earlier page named. */
type Page = { limit: number; next?: string[] | undefined; previous?: string[] | undefined };

/**
 * One page, newest first: two statements, the page and the count. Pages are found by position in
 * the index and not by offset, so that the thousandth costs what the first costs.
 */
export async function videoPage(
  db: Db,
  team: TeamScope,
  filter: Filter,
  page: Page,
): Promise<VideoPage> {
  const matches = matching(team, filter);
  // Apart, since filters make more texts than are kept: none takes the place of the plain list's.
  const isSearch = isFiltered(filter);
  const reader = prepared(db, isSearch ? 'video_search' : 'video_page');
  const isBackward = page.previous !== undefined && page.next === undefined;
  const place = isBackward ? page.previous : page.next;
  const rows = await readPage(reader, team, matches, {
    limit: page.limit,
    place,
    isBackward,
    isSearch,
  });
  const hasMore = rows.length > page.limit;
  const shown = isBackward ? rows.slice(0, page.limit).toReversed() : rows.slice(0, page.limit);
  const isMoreBehind = isBackward ? true : hasMore;
  const isMoreBefore = isBackward ? hasMore : place !== undefined;
  const last = shown.at(-1);
  const first = shown[0];
  return {
    rows: shown,
    total: await countMatching(reader, matches),
    next: last && isMoreBehind ? placeInList(last) : null,
    previous: first && isMoreBefore ? placeInList(first) : null,
  };
}

async function readPage(
  db: Db,
  team: TeamScope,
  matches: RawBuilder<unknown>,
  page: { limit: number; place: string[] | undefined; isBackward: boolean; isSearch: boolean },
): Promise<VideoRow[]> {
  const order = page.isBackward
    ? sql`v.created_at asc, v.key asc`
    : sql`v.created_at desc, v.key desc`;
  // Said in the text: of any number of rows the planner expects a tenth of all, and plans anew each
  // time. Of a search it would, were the number known.
  const limit = page.isSearch ? sql`${page.limit + 1}` : sql.lit(page.limit + 1);
  const chosen = sql`
    select v.key from videos v
    where ${matches} ${beyond(page.place, page.isBackward)}
    order by ${order} limit ${limit}`;
  const { rows } = await sql<VideoRow>`${videoRows(team, chosen)} order by ${order}`.execute(db);
  return rows;
}

async function countMatching(db: Db, matches: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from videos v where ${matches}`.execute(db);
  return rows[0]?.total ?? 0;
}

function isFiltered(filter: Filter): boolean {
  return Object.entries(filter).some(
    ([name, value]) => name !== 'projectId' && value !== undefined && value !== '',
  );
}

function matching(team: TeamScope, filter: Filter): RawBuilder<unknown> {
  const parts = [visibleVideos(team)];
  if (filter.projectId !== undefined) parts.push(sql`v.project_id = ${filter.projectId}`);
  for (const word of wordsOf(filter.q)) parts.push(sql`v.search like ${likePattern(word)}`);
  const span = dateSpan(filter);
  if (span.from) parts.push(sql`v.created_at >= ${span.from}`);
  if (span.before) parts.push(sql`v.created_at < ${span.before}`);
  if (filter.tagIds && filter.tagIds.length > 0) {
    parts.push(sql`exists (select 1 from video_tags vt
      where vt.video_key = v.key and vt.tag_id = any(${filter.tagIds.filter(isUuid)}::uuid[]))`);
  }
  return sql.join(parts, sql` and `);
}

/** Each word must be found; Thai is written without spaces, so a phrase is one word. */
function wordsOf(q: string | undefined): string[] {
  return (q ?? '').split(/\s+/).filter(Boolean).slice(0, 10);
}

const placeInList = (row: VideoRow) => [row.position, row.key];

function beyond(place: string[] | undefined, isBackward: boolean): RawBuilder<unknown> {
  if (place === undefined) return sql``;
  const [position, key] = place;
  const at = sql`(${position}::timestamp at time zone 'utc', ${key})`;
  return isBackward
    ? sql`and (v.created_at, v.key) > ${at}`
    : sql`and (v.created_at, v.key) < ${at}`;
}
