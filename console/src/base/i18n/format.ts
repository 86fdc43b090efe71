import type { Preferences } from '../preferences.ts';
import type { Lang } from './messages.ts';

export type Formats = ReturnType<typeof createFormats>;

const KILO = 1024;
const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const BITRATE_UNITS = ['bps', 'Kbps', 'Mbps', 'Gbps'] as const;

const TIME_STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Thai years are Buddhist unless the person wants Gregorian; digits are Latin in both. */
export function getDateLocale(lang: Lang, years: Preferences['years']): string {
  if (lang === 'en') return 'en-GB';
  return years === 'buddhist' ? 'th-TH-u-ca-buddhist-nu-latn' : 'th-TH-u-ca-gregory-nu-latn';
}

function scaleNumber(value: number, base: number, count: number): { value: number; unit: number } {
  let unit = 0;
  let rest = value;
  // Rounding to two decimals must not print "1,024 KB".
  while (rest >= base - 0.005 && unit < count - 1) {
    rest /= base;
    unit += 1;
  }
  return { value: rest, unit };
}

/** `h:mm:ss`, or `m:ss` up to an hour. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest;
}

/** Made when it is first asked for: each takes a millisecond. */
function makeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Every way the console writes numbers and times. Times are RFC 3339 text or a Date. */
export function createFormats(options: {
  lang: Lang;
  years: Preferences['years'];
  timeZone?: string;
  now?: () => number;
}) {
  const { lang, years, now = Date.now } = options;
  const locale = getDateLocale(lang, years);
  const numberLocale = lang === 'th' ? 'th-TH-u-nu-latn' : 'en-GB';
  const zone = options.timeZone === undefined ? {} : { timeZone: options.timeZone };
  const dates = makeOnce(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }));
  const days = makeOnce(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', ...zone }));
  const times = makeOnce(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone }));
  const ofMonth = { month: 'short', year: 'numeric' } as const;
  const months = makeOnce(() => new Intl.DateTimeFormat(locale, { ...ofMonth, ...zone }));
  const numbers = makeOnce(() => new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 2 }));
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const;
  const percents = makeOnce(() => new Intl.NumberFormat(numberLocale, percent));
  const language = lang === 'th' ? 'th-TH' : 'en-GB';
  const relatives = makeOnce(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const lists = makeOnce(() => new Intl.ListFormat(language));
  const toDate = (value: string | Date) => (typeof value === 'string' ? new Date(value) : value);
  const formatWithUnit = (value: number, base: number, units: readonly string[]) => {
    const { value: shown, unit } = scaleNumber(value, base, units.length);
    return `${numbers().format(shown)} ${units[unit] ?? ''}`;
  };

  return {
    number: (value: number) => numbers().format(value),
    /** `ratio` from 0 to 1. */
    percent: (ratio: number) => percents().format(ratio),
    /** Base 1024, two decimals. */
    bytes: (value: number) => formatWithUnit(value, KILO, BYTE_UNITS),
    /** Base 1000, bits a second. */
    bitrate: (bitsPerSecond: number) => formatWithUnit(bitsPerSecond, 1000, BITRATE_UNITS),
    /** 19 พ.ย. 2569 */
    date: (value: string | Date) => dates().format(toDate(value)),
    /** วันพฤหัสบดีที่ 19 พฤศจิกายน พุทธศักราช 2569 */
    fullDate: (value: string | Date) => days().format(toDate(value)),
    /** 19 พ.ย. 2569 18:42 น. */
    dateTime: (value: string | Date) => {
      const [day, time] = [dates().format(toDate(value)), times().format(toDate(value))];
      return lang === 'en' ? `${day}, ${time}` : `${day} ${time} น.`;
    },
    /** พ.ย. 2569 */
    month: (value: string | Date) => months().format(toDate(value)),
    /** 3 วันที่ผ่านมา; within a minute of now: เมื่อสักครู่ */
    relative: (value: string | Date) => {
      const seconds = (toDate(value).getTime() - now()) / 1000;
      for (const [unit, size] of TIME_STEPS) {
        if (Math.abs(seconds) >= size) return relatives().format(Math.trunc(seconds / size), unit);
      }
      // CLDR has ขณะนี้, which is said of what goes on.
      return lang === 'th' ? 'เมื่อสักครู่' : 'just now';
    },
    list: (items: Iterable<string>) => joinSpaced(lists().formatToParts(items)),
    clock: formatClock,
  };
}

/** Thai text sets other scripts off by a space, which CLDR's `และ` does not: `360p และ 240p`. */
function joinSpaced(parts: readonly { type: string; value: string }[]): string {
  const isLatin = (text = '') => /^[a-z0-9]$/i.test(text);
  return parts
    .map(({ type, value }, index) => {
      if (type !== 'literal' || !value.trim().startsWith('และ')) return value;
      const before = parts[index - 1]?.value.at(-1);
      const after = parts[index + 1]?.value.at(0);
      const start = isLatin(before) && !value.startsWith(' ') ? ' ' : '';
      return `${start}${value}${isLatin(after) && !value.endsWith(' ') ? ' ' : ''}`;
    })
    .join('');
}
