/** A calendar day as `YYYY-MM-DD`, Gregorian. Days, months and years compare as text. */
export type Day = string;

// The server reads a day of the filter as one of Thai time (UTC+7, no summer time).
const ZONE_MS = 7 * 3_600_000;

const two = (value: number) => String(value).padStart(2, '0');

/** The day in Thailand at a time: ms since 1970, or RFC 3339 text. */
export function getDayAt(time: number | string): Day {
  const ms = typeof time === 'number' ? time : Date.parse(time);
  return new Date(ms + ZONE_MS).toISOString().slice(0, 10);
}

/** Undefined for days that no calendar has, and for years without four digits. */
export function findDay(year: number, month: number, date: number): Day | undefined {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || date < 1) return undefined;
  // Day 0 of the next month is the last of this one.
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return `${year}-${two(month)}-${two(date)}`;
}

export function isDay(text: unknown): text is Day {
  const match = typeof text === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) : null;
  return (
    match !== null && findDay(Number(match[1]), Number(match[2]), Number(match[3])) === match[0]
  );
}

/** The day so many days later, or before with a negative count. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Midnight in the browser's zone, as date pickers want it. */
export function toLocalDate(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** The day a date picker means by its local midnight. */
export function toDay(date: Date): Day {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
