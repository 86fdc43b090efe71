import { type Day, findDay } from './day.ts';

// Dates as people type them: dd/MM/yyyy, two of them joined by a dash, MM/yyyy, yyyy
// (specification 2, section 2).

/** Says how years are written: 2569 or 2026. */
export type Era = 'buddhist' | 'gregorian';

export type Month = { year: number; month: number };
export type DayRange = { start: Day; end: Day };

/** `format`: not a date as asked for; `range`: a date before `min` or after `max`. */
export type DateProblem = 'format' | 'range';
export type Parsed<T> = { value: T } | { problem: DateProblem };

/** First and last day that may be chosen. */
export type DayLimits = { min: Day; max: Day };

/** The first day where nothing else sets one. */
export const EARLIEST_DAY: Day = '2015-01-01';
/** Older years are refused wherever a date is typed. */
export const EARLIEST_YEAR = 2001;
/** The latest day that may be typed: beyond it Buddhist years look like Gregorian ones. */
export const LATEST_DAY: Day = '2100-12-31';

// 2543–2643 stand for 2000–2100 in the Thai interface, whichever way it writes years; no such
// Gregorian year can be meant, so a year never shifts twice.
const BUDDHIST_SHIFT = 543;
const isBuddhistYear = (year: number) => year >= 2543 && year <= 2643;

/** `isThai`: Buddhist years are understood. Null for text that is not a year of four digits or more. */
function readYear(digits: string, isThai: boolean): number | null {
  if (!/^\d{4,}$/.test(digits)) return null;
  const year = Number(digits);
  return isThai && isBuddhistYear(year) ? year - BUDDHIST_SHIFT : year;
}

/** Thai digits as Latin ones, dashes of any length as one, and no blanks around signs. */
function tidy(text: string): string {
  return text
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replaceAll(/\s*[-–—‒−]\s*/g, '-')
    .replaceAll(/\s*\/\s*/g, '/')
    .trim();
}

const FORMAT = { problem: 'format' } as const;
const RANGE = { problem: 'range' } as const;

export function parseYear(text: string, isThai: boolean, limits: DayLimits): Parsed<number> {
  const year = readYear(tidy(text), isThai);
  if (year === null) return FORMAT;
  const isInside =
    year >= EARLIEST_YEAR &&
    year >= Number(limits.min.slice(0, 4)) &&
    year <= Number(limits.max.slice(0, 4));
  return isInside ? { value: year } : RANGE;
}

/** A month is inside when any of its days is. */
export function parseMonth(text: string, isThai: boolean, limits: DayLimits): Parsed<Month> {
  const match = /^(\d{1,2})\/(\d+)$/.exec(tidy(text));
  const month = Number(match?.[1]);
  const year = readYear(match?.[2] ?? '', isThai);
  if (year === null || month < 1 || month > 12) return FORMAT;
  const first = findDay(year, month, 1)?.slice(0, 7);
  if (first === undefined || year < EARLIEST_YEAR) return RANGE;
  const isInside = first >= limits.min.slice(0, 7) && first <= limits.max.slice(0, 7);
  return isInside ? { value: { year, month } } : RANGE;
}

export function parseDay(text: string, isThai: boolean, limits: DayLimits): Parsed<Day> {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d+)$/.exec(tidy(text));
  const date = Number(match?.[1]);
  const month = Number(match?.[2]);
  const year = readYear(match?.[3] ?? '', isThai);
  if (year === null || month < 1 || month > 12 || date < 1 || date > 31) return FORMAT;
  if (year < EARLIEST_YEAR || year > 9999) return RANGE;
  const day = findDay(year, month, date);
  if (day === undefined) return FORMAT;
  return day >= limits.min && day <= limits.max ? { value: day } : RANGE;
}

/** Two days in either order; the answer starts with the earlier. */
export function parseDayRange(text: string, isThai: boolean, limits: DayLimits): Parsed<DayRange> {
  const parts = tidy(text).split('-');
  if (parts.length !== 2) return FORMAT;
  const [first, last] = parts.map((part) => parseDay(part, isThai, limits));
  if (first === undefined || last === undefined) return FORMAT;
  if ('problem' in first && first.problem === 'format') return FORMAT;
  if ('problem' in last) return last;
  if ('problem' in first) return first;
  const [start, end] = [first.value, last.value].toSorted();
  return { value: { start: start ?? first.value, end: end ?? last.value } };
}

export function formatYear(year: number, era: Era): string {
  return String(era === 'buddhist' ? year + BUDDHIST_SHIFT : year);
}

export function formatMonth({ year, month }: Month, era: Era): string {
  return `${String(month).padStart(2, '0')}/${formatYear(year, era)}`;
}

export function formatDay(day: Day, era: Era): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${formatYear(Number(year), era)}`;
}

export function formatDayRange({ start, end }: DayRange, era: Era): string {
  return `${formatDay(start, era)} – ${formatDay(end, era)}`;
}
