import { type Day, dayOf } from './day.ts';

// Dates as people type them: dd/MM/yyyy, two of them joined by a dash, MM/yyyy, yyyy
// (specification 2, section 2).

/** How years are written: 2569 or 2026. */
export type Era = 'buddhist' | 'gregorian';

export type Month = { year: number; month: number };
export type DayRange = { start: Day; end: Day };

/** `format`: not a date as asked for; `range`: a date before `min` or after `max`. */
export type DateProblem = 'format' | 'range';
export type Parsed<T> = { value: T } | { problem: DateProblem };

/** First and last day that may be chosen. */
export type DayLimits = { min: Day; max: Day };

/** The first day where nothing else sets one. */
export const earliestDay: Day = '2015-01-01';
/** Older years are refused wherever a date is typed. */
export const earliestYear = 2001;

// 2543–2643 stand for 2000–2100 in the Thai interface, whichever way it writes years; no such
// Gregorian year can be meant, so a year never shifts twice.
const buddhistShift = 543;
const isBuddhistYear = (year: number) => year >= 2543 && year <= 2643;

/** `isThai`: Buddhist years are understood. Null for what is no year of four digits or more. */
function readYear(digits: string, isThai: boolean): number | null {
  if (!/^\d{4,}$/.test(digits)) return null;
  const year = Number(digits);
  return isThai && isBuddhistYear(year) ? year - buddhistShift : year;
}

/** Thai digits as Latin ones, dashes of any length as one, and no blanks around signs. */
function tidy(text: string): string {
  return text
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replaceAll(/\s*[-–—‒−]\s*/g, '-')
    .replaceAll(/\s*\/\s*/g, '/')
    .trim();
}

const format = { problem: 'format' } as const;
const range = { problem: 'range' } as const;

export function parseYear(text: string, isThai: boolean, limits: DayLimits): Parsed<number> {
  const year = readYear(tidy(text), isThai);
  if (year === null) return format;
  const isInside =
    year >= earliestYear &&
    year >= Number(limits.min.slice(0, 4)) &&
    year <= Number(limits.max.slice(0, 4));
  return isInside ? { value: year } : range;
}

/** A month is inside when any of its days is. */
export function parseMonth(text: string, isThai: boolean, limits: DayLimits): Parsed<Month> {
  const match = /^(\d{1,2})\/(\d+)$/.exec(tidy(text));
  const month = Number(match?.[1]);
  const year = readYear(match?.[2] ?? '', isThai);
  if (year === null || month < 1 || month > 12) return format;
  const first = dayOf(year, month, 1)?.slice(0, 7);
  if (first === undefined || year < earliestYear) return range;
  const isInside = first >= limits.min.slice(0, 7) && first <= limits.max.slice(0, 7);
  return isInside ? { value: { year, month } } : range;
}

export function parseDay(text: string, isThai: boolean, limits: DayLimits): Parsed<Day> {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d+)$/.exec(tidy(text));
  const date = Number(match?.[1]);
  const month = Number(match?.[2]);
  const year = readYear(match?.[3] ?? '', isThai);
  if (year === null || month < 1 || month > 12 || date < 1 || date > 31) return format;
  if (year < earliestYear || year > 9999) return range;
  const day = dayOf(year, month, date);
  if (day === undefined) return format;
  return day >= limits.min && day <= limits.max ? { value: day } : range;
}

/** Two days in either order; the answer starts with the earlier. */
export function parseDayRange(text: string, isThai: boolean, limits: DayLimits): Parsed<DayRange> {
  const parts = tidy(text).split('-');
  if (parts.length !== 2) return format;
  const [first, last] = parts.map((part) => parseDay(part, isThai, limits));
  if (first === undefined || last === undefined) return format;
  if ('problem' in first && first.problem === 'format') return format;
  if ('problem' in last) return last;
  if ('problem' in first) return first;
  const [start, end] = [first.value, last.value].toSorted();
  return { value: { start: start ?? first.value, end: end ?? last.value } };
}

export function yearText(year: number, era: Era): string {
  return String(era === 'buddhist' ? year + buddhistShift : year);
}

export function monthText({ year, month }: Month, era: Era): string {
  return `${String(month).padStart(2, '0')}/${yearText(year, era)}`;
}

export function dayText(day: Day, era: Era): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${yearText(Number(year), era)}`;
}

export function dayRangeText({ start, end }: DayRange, era: Era): string {
  return `${dayText(start, era)} – ${dayText(end, era)}`;
}
