import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { isOfVisibleProject } from '../../projects/queries/visible-videos.ts';
import { countNewest, examineNewest, MAX_EXAMINED, type Counted, type Found } from './newest.ts';
import { selectVideos, type PageRow } from './rows.ts';
import { isBeyond, toOrder, type Reach } from './sorts.ts';
import type { Wanted } from './wanted.ts';

/** Rows, and what is known of the total: a kept one, one counted in parallel, or none. */
export type Read = { rows: PageRow[]; counted: Promise<Counted> | null; kept: number | null };

type Searched = Wanted & { searched: RawBuilder<unknown> };

export async function readPage(
  db: Db,
  team: TeamScope,
  wanted: Wanted,
  reach: Reach,
): Promise<Read> {
  if (isSearched(wanted)) {
    return reach.sort.by === 'createdAt'
      ? readFound(db, team, wanted, reach)
      : readSortedMatches(db, team, wanted, reach);
  }
  const chosen =
    reach.sort.by === 'createdAt'
      ? chooseByTime(wanted, reach)
      : chooseByProject(team, wanted, reach);
  // Filters make more texts than are kept.
  const name = reach.sort.by === 'createdAt' ? 'video_page' : 'video_page_sorted';
  const { kept } = wanted;
  const rows = await readRows(db, team, reach, { chosen, kept, ...(kept && { name }) });
  return { rows, counted: null, kept: rows[0]?.kept ?? null };
}

const isSearched = (wanted: Wanted): wanted is Searched => wanted.searched !== null;

type Choice = {
  /** Selects keys and ranks. */
  chosen: RawBuilder<unknown>;
  kept?: RawBuilder<unknown> | null;
  /** The text is one of few: its plan is kept under this name. */
  name?: string;
};

async function readRows(
  db: Db,
  team: TeamScope,
  reach: Reach,
  { chosen, kept = null, name }: Choice,
): Promise<(PageRow & { kept: number | null })[]> {
  const more = sql`, chosen.rank, ${kept ?? sql`null::int`} as kept`;
  const rankOrder = reach.isBackward ? sql`chosen.rank desc` : sql`chosen.rank`;
  const order = reach.sort.isRanked ? sql`${rankOrder}, ${toOrder(reach)}` : toOrder(reach);
  const { rows } = await sql<
    PageRow & { kept: number | null }
  >`${selectVideos(team, chosen, more)} order by ${order}`.execute(
    name === undefined ? db : prepared(db, name),
  );
  return rows;
}

// The text says how many: of any number the planner expects a tenth of all, and plans each time.
const toLimit = ({ limit }: Reach) => sql.lit(limit);

const noRank = sql`null::int as rank`;

function chooseByTime(
  { within }: Wanted,
  reach: Reach,
  more: { rank: RawBuilder<unknown>; where: RawBuilder<unknown> } | null = null,
): RawBuilder<unknown> {
  return sql`select v.key, ${more?.rank ?? noRank} from videos v
    where ${within} and ${more?.where ?? sql`true`} and ${isBeyond(reach.place, reach)}
    order by ${toOrder(reach)} limit ${toLimit(reach)}`;
}

/** The first rows of each project, by its index, and the first of those. */
function chooseByProject(team: TeamScope, wanted: Wanted, reach: Reach): RawBuilder<unknown> {
  const order = toOrder(reach);
  const where = sql`${wanted.searched ?? sql`true`} and ${isBeyond(reach.place, reach)}
    order by ${order} limit ${toLimit(reach)}`;
  if (wanted.projectId !== undefined) {
    return sql`select v.key, ${noRank} from videos v where ${wanted.within} and ${where}`;
  }
  return sql`select o.key, ${noRank} from (
      select v.key, v.title, v.duration_ms, v.size_bytes
      from live_projects p cross join lateral (
        select v.key, v.title, v.duration_ms, v.size_bytes from videos v
        where v.project_id = p.id and v.team_id = ${team.teamId} and v.deleted_at is null
          and ${wanted.narrowed} and ${where}
      ) v
      where p.team_id = ${team.teamId} ${isOfVisibleProject(team, sql`p.id`)}
      order by ${order} limit ${toLimit(reach)}
    ) o`;
}

/**
 * Reads the best matches among the newest `MAX_EXAMINED` videos. The bound keeps an answer quick where a word
 * is rare and the list long.
 */
export async function readNewestMatches(
  db: Db,
  team: TeamScope,
  wanted: Wanted,
  reach: Reach,
): Promise<{ rows: PageRow[]; isWhole: boolean }> {
  if (!isSearched(wanted)) return { rows: [], isWhole: true };
  const quick = await examineNewest(db, wanted, reach, QUICKLY_EXAMINED);
  const { found, counted } = isWholePage(quick, reach)
    ? quick
    : await examineNewest(db, wanted, reach);
  const rows = await readFoundRows(db, team, reach, found);
  return { rows, isWhole: counted.examined <= MAX_EXAMINED };
}

const readFoundRows = (db: Db, team: TeamScope, reach: Reach, found: readonly Found[]) =>
  readRows(db, team, reach, {
    chosen: sql`select found.key, found.rank from unnest(${found.map(({ key }) => key)}::text[],
      ${found.map(({ rank }) => rank)}::int[]) as found (key, rank)`,
    name: 'videos_found',
  });

/** Most words fill a page with so few of the newest rows; the total is counted beside that. */
const QUICKLY_EXAMINED = 1000;

/** Says whether no other row of the list comes before those that were found quickly. */
function isWholePage({ found, counted }: { found: Found[]; counted: Counted }, { limit }: Reach) {
  if (counted.examined <= QUICKLY_EXAMINED) return true;
  return found.length >= limit && found.every(({ rank }) => rank !== 1);
}

/**
 * The typed text is looked for in the newest rows of all, which tells how many match, too. That is
 * the page, unless the list is longer.
 */
async function readFound(db: Db, team: TeamScope, wanted: Searched, reach: Reach): Promise<Read> {
  const isNewestFirst = reach.sort.order === 'desc' && !reach.isBackward;
  const quick = isNewestFirst ? await examineNewest(db, wanted, reach, QUICKLY_EXAMINED) : null;
  if (quick && isWholePage(quick, reach)) {
    const { found, counted, further } = quick;
    const isAll = counted.examined <= QUICKLY_EXAMINED;
    const counting = isAll ? Promise.resolve(counted) : countNewest(db, wanted, further);
    // Its failure must not be unhandled when reading the rows fails first.
    counting.catch(() => undefined);
    return { rows: await readFoundRows(db, team, reach, found), counted: counting, kept: null };
  }
  const { found, counted } = await examineNewest(db, wanted, reach, quick?.further);
  const { isRanked } = reach.sort;
  const best = isRanked ? found.filter(({ rank }) => rank === 0) : found;
  const isWhole = counted.examined <= MAX_EXAMINED || (isNewestFirst && best.length >= reach.limit);
  if (isWhole) {
    const rows = await readFoundRows(db, team, reach, found);
    return { rows, counted: Promise.resolve(counted), kept: null };
  }
  const rows = await readOn(db, team, wanted, reach);
  return { rows, counted: Promise.resolve(counted), kept: null };
}

/** Reads the index of time for as long as it takes, one rank after the other. */
async function readOn(
  db: Db,
  team: TeamScope,
  { rank, searched, ...wanted }: Searched,
  reach: Reach,
): Promise<PageRow[]> {
  const from = reach.place?.rank ?? null;
  const ascending: (number | null)[] = reach.sort.isRanked ? [0, 1] : [null];
  const ranks = reach.isBackward ? ascending.toReversed() : ascending;
  const first = from === null ? 0 : ranks.indexOf(from);
  const rows: PageRow[] = [];
  for (const at of ranks.slice(first)) {
    const where = at === null ? searched : sql`${searched} and ${rank} = ${at}`;
    const part = {
      ...reach,
      limit: reach.limit - rows.length,
      place: at === from ? reach.place : undefined,
    };
    const chosen = chooseByTime({ ...wanted, rank, searched }, part, {
      rank: sql`${at}::int as rank`,
      where,
    });
    rows.push(...(await readRows(db, team, part, { chosen })));
    if (rows.length >= reach.limit) break;
  }
  return rows;
}

/** Fewer than so many of the newest make a walk along the index of the sort too long. */
const MIN_DENSE = MAX_EXAMINED / 50;

async function readSortedMatches(
  db: Db,
  team: TeamScope,
  wanted: Searched,
  reach: Reach,
): Promise<Read> {
  const counted = await countNewest(db, wanted);
  const isDense = counted.examined > MAX_EXAMINED && counted.matches >= MIN_DENSE;
  const chosen = isDense
    ? chooseByProject(team, wanted, reach)
    : sql`
      with found as materialized (
        select v.key from videos v where ${wanted.within} and ${wanted.searched}
      )
      select v.key, ${noRank} from found join videos v on v.key = found.key
      where ${isBeyond(reach.place, reach)} order by ${toOrder(reach)} limit ${toLimit(reach)}`;
  const rows = await readRows(db, team, reach, { chosen });
  return { rows, counted: Promise.resolve(counted), kept: null };
}
