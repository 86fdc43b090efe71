import type { RawSearch } from '../../../base/router/search.ts';
import { addDays, type Day, isDay } from '../../videos/rules/day.ts';
import type { HistoryFilter } from '../data.ts';

/** The filters of the team's history, as they stand in the address. */
export type HistorySearch = {
  person: string | undefined;
  type: string | undefined;
  /** Of that type: `deleted`. */
  action: string | undefined;
  /** The id of one thing of that type. */
  thing: string | undefined;
  from: Day | undefined;
  to: Day | undefined;
  page: string | undefined;
};

export type SearchChange = Partial<Record<keyof HistorySearch, string | undefined>>;

export const WITHOUT_FILTERS: SearchChange = {
  person: undefined,
  type: undefined,
  action: undefined,
  thing: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
};

const MAX_TEXT = 100;
const MAX_TOKEN = 500;

export function readHistorySearch(raw: RawSearch): HistorySearch {
  const read = (name: string, max = MAX_TEXT) => {
    const text = raw[name];
    return text !== undefined && text !== '' && text.length <= max ? text : undefined;
  };
  const type = read('type');
  const [from, to] = [read('from'), read('to')];
  return {
    person: read('person'),
    type,
    action: type === undefined ? undefined : read('action'),
    thing: type === undefined ? undefined : read('thing'),
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    page: read('page', MAX_TOKEN),
  };
}

/** Days are those of Thai time, as in the list of videos; the last one is whole. */
export function toHistoryFilter(search: HistorySearch): HistoryFilter {
  const { person, type, action, thing, from, to, page } = search;
  return {
    ...(person !== undefined && { actorId: person }),
    ...(type !== undefined && { subjectType: type }),
    ...(action !== undefined && { action: `${type}.${action}` }),
    ...(thing !== undefined && { subjectId: thing }),
    ...(from !== undefined && { from: toStart(from) }),
    ...(to !== undefined && { to: toStart(addDays(to, 1)) }),
    ...(page !== undefined && { next: page }),
  };
}

const toStart = (day: Day) => `${day}T00:00:00+07:00`;

export function isFiltered(search: HistorySearch): boolean {
  const { page: _page, ...filters } = search;
  return Object.values(filters).some((value) => value !== undefined);
}
