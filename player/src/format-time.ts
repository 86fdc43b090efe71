import type { Language } from './language.ts';

/**
 * Formats a position as clock text: `0:07`, `12:34`, `1:02:03`. Hours appear when `maxSec`, the
 * longest time shown together, is above 3600 seconds. Unknown times read `0:00`.
 */
export function formatTime(timeSec: number, maxSec: number = timeSec): string {
  const whole = Number.isFinite(timeSec) ? Math.max(0, Math.floor(timeSec)) : 0;
  const hours = Math.floor(whole / 3600);
  const seconds = String(whole % 60).padStart(2, '0');
  if (Number.isFinite(maxSec) && maxSec > 3600) {
    return `${hours}:${String(Math.floor(whole / 60) % 60).padStart(2, '0')}:${seconds}`;
  }
  return `${Math.floor(whole / 60)}:${seconds}`;
}

/** Formats a time to be read aloud: `1 minute 5 seconds`, `1 นาที 5 วินาที`. */
export function toSpokenTime(timeSec: number, language: Language): string {
  const whole = Number.isFinite(timeSec) ? Math.max(0, Math.floor(timeSec)) : 0;
  const parts = [
    { unit: 'hour', value: Math.floor(whole / 3600) },
    { unit: 'minute', value: Math.floor(whole / 60) % 60 },
    { unit: 'second', value: whole % 60 },
  ];
  const nonZero = parts.filter(({ value }) => value > 0);
  return (nonZero.length > 0 ? nonZero : parts.slice(-1))
    .map(({ unit, value }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value),
    )
    .join(' ');
}
