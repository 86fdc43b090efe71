import { VIDEO_SORTS, VIDEO_STATES } from '@kinora/contract/bounds';
import type { SortOrder, VideoSort, VideoState } from '@kinora/contract/videos/filter';
import { readListSearch } from '../../../base/router/list-search.ts';
import type { DayRange, Month } from './date-text.ts';
import { type Day, isDay } from './day.ts';

// The list's part of the address (specification 2, section 2).

export type DateFilterType = 'year' | 'month' | 'dateRange';
const TYPES: readonly DateFilterType[] = ['year', 'month', 'dateRange'];

export type DateFilter =
  | ({ type: 'dateRange' } & DayRange)
  | ({ type: 'month' } & Month)
  | { type: 'year'; year: number };

export type { SortOrder, VideoSort, VideoState };

export type Sort = { by: VideoSort; order: SortOrder };

export type VideoSearch = {
  q: string;
  /** The slide-out shows this kind; without a value nothing is filtered. */
  dateFilterType: DateFilterType;
  date: DateFilter | undefined;
  tagIds: string[];
  states: VideoState[];
  creatorIds: string[];
  /** Without it the newest come first, and of a search those that match best. */
  sort: Sort | undefined;
  next?: string;
  previous?: string;
};

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readWhole(value: unknown, min: number, max: number): number | undefined {
  const number = /^\d{1,5}$/.test(readText(value)) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function readDate(
  raw: Record<string, unknown>,
  type: DateFilterType | undefined,
): DateFilter | undefined {
  const year = readWhole(raw['year'], 2001, 9000);
  const month = readWhole(raw['month'], 1, 12);
  const { startDate: start, endDate: end } = raw;
  if (type === 'year' && year !== undefined) return { type, year };
  if (type === 'month' && year !== undefined && month !== undefined) return { type, year, month };
  if (type === 'dateRange' && isDay(start) && isDay(end) && start <= end) {
    return { type, start, end };
  }
  return undefined;
}

function readIds(value: unknown): string[] {
  const ids = readText(value).split(',');
  return [...new Set(ids.filter((id) => id !== '' && id.length <= 64))].slice(0, 100);
}

/** Titles from ก to ฮ, and of all else the most first. */
export function getFirstOrder(by: VideoSort): SortOrder {
  return by === 'title' ? 'asc' : 'desc';
}

function readSort(raw: Record<string, unknown>): Sort | undefined {
  const by = VIDEO_SORTS.find((one) => one === raw['sort']);
  if (by === undefined) return undefined;
  const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined;
  return { by, order: order ?? getFirstOrder(by) };
}

/** Reads the address; invalid values count as absent. */
export function readVideoSearch(raw: Record<string, unknown>): VideoSearch {
  const type = TYPES.find((one) => one === raw['dateFilterType']);
  const next = readText(raw['next']);
  const previous = readText(raw['previous']);
  const states = readIds(raw['states']);
  return {
    q: readListSearch(raw).q,
    dateFilterType: type ?? 'dateRange',
    date: readDate(raw, type),
    tagIds: readIds(raw['tagIds']),
    states: VIDEO_STATES.filter((state) => states.includes(state)),
    creatorIds: readIds(raw['creatorIds']),
    sort: readSort(raw),
    ...(next !== '' && { next }),
    ...(previous !== '' && { previous }),
  };
}

export function isFiltered(search: VideoSearch): boolean {
  return search.q !== '' || isNarrowed(search);
}

/** Says whether the slide-out narrows the list. */
export function isNarrowed({ date, tagIds, states, creatorIds }: VideoSearch): boolean {
  return date !== undefined || [...tagIds, ...states, ...creatorIds].length > 0;
}

/** The parameters of an address; undefined takes one away. */
export type SearchChange = Record<string, string | number | undefined>;

/** A changed filter begins at its first page. */
export const FIRST_PAGE = { next: undefined, previous: undefined };

const NO_DATE = {
  startDate: undefined,
  endDate: undefined,
  month: undefined,
  year: undefined,
};

export function searchFor(q: string): SearchChange {
  return { q, ...FIRST_PAGE };
}

export function chooseTags(ids: readonly string[]): SearchChange {
  return { tagIds: ids.join(','), ...FIRST_PAGE };
}

export function chooseStates(states: readonly VideoState[]): SearchChange {
  return { states: states.join(','), ...FIRST_PAGE };
}

export function chooseCreators(ids: readonly string[]): SearchChange {
  return { creatorIds: ids.join(','), ...FIRST_PAGE };
}

/** Places in a list are those of its order, so another one begins at its first page. */
export function chooseSort(sort: Sort | undefined): SearchChange {
  return { sort: sort?.by, order: sort?.order, ...FIRST_PAGE };
}

/** Chooses another kind of date, without a date yet. */
export function chooseDateType(dateFilterType: DateFilterType): SearchChange {
  return { dateFilterType, ...NO_DATE, ...FIRST_PAGE };
}

export function chooseDate(date: DateFilter | undefined): SearchChange {
  if (date === undefined) return { dateFilterType: undefined, ...NO_DATE, ...FIRST_PAGE };
  const { type: dateFilterType } = date;
  const base = { dateFilterType, ...NO_DATE, ...FIRST_PAGE };
  if (date.type === 'dateRange') return { ...base, startDate: date.start, endDate: date.end };
  if (date.type === 'month') return { ...base, year: date.year, month: date.month };
  return { ...base, year: date.year };
}

export const WITHOUT_FILTERS: SearchChange = {
  ...searchFor(''),
  ...chooseDate(undefined),
  ...chooseTags([]),
  ...chooseStates([]),
  ...chooseCreators([]),
};

/** The neighbouring page; a token replaces the other one. */
export function turnTo(side: 'next' | 'previous', token: string): SearchChange {
  return { ...FIRST_PAGE, [side]: token };
}

export type VideoQuery = {
  projectKey?: string;
  q?: string;
  dateFilterType?: DateFilterType;
  startDate?: Day;
  endDate?: Day;
  month?: number;
  year?: number;
  tagIds?: string;
  states?: string;
  creatorIds?: string;
  /** Protections, between commas. */
  drmModels?: string;
  encryption?: 'clear' | 'encrypted';
  limit?: number;
  sort?: VideoSort;
  order?: SortOrder;
  next?: string;
  previous?: string;
};

/** `GET /videos` takes this. */
export function toVideoQuery(search: VideoSearch, projectKey: string | undefined): VideoQuery {
  const { q, date, tagIds, states, creatorIds, sort, next, previous } = search;
  return {
    ...(projectKey !== undefined && { projectKey }),
    ...(q !== '' && { q }),
    ...(date?.type === 'dateRange' && {
      dateFilterType: date.type,
      startDate: date.start,
      endDate: date.end,
    }),
    ...(date?.type === 'month' && {
      dateFilterType: date.type,
      year: date.year,
      month: date.month,
    }),
    ...(date?.type === 'year' && { dateFilterType: date.type, year: date.year }),
    ...(tagIds.length > 0 && { tagIds: tagIds.join(',') }),
    ...(states.length > 0 && { states: states.join(',') }),
    ...(creatorIds.length > 0 && { creatorIds: creatorIds.join(',') }),
    ...(sort && { sort: sort.by, order: sort.order }),
    ...(next !== undefined && { next }),
    ...(next === undefined && previous !== undefined && { previous }),
  };
}
