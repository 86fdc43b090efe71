import { DURATIONS_SECONDS } from '@kinora/contract/preset-rules/bounds';
import type { VideoDurationCondition } from '@kinora/contract/preset-tracks';
import { parseWhole } from './numbers.ts';

/** Minutes and seconds as typed. */
export type Span = { minutes: string; seconds: string };

export const NO_SPAN: Span = { minutes: '', seconds: '' };

export function isEmptySpan(span: Span): boolean {
  return span.minutes.trim() === '' && span.seconds.trim() === '';
}

/** Parses a typed length into whole seconds; an empty part counts 0. Null when a part is not a number. */
export function toSeconds({ minutes, seconds }: Span): number | null {
  const parts = [minutes, seconds].map((part) => (part.trim() === '' ? 0 : parseWhole(part)));
  const [m = null, s = null] = parts;
  return m === null || s === null ? null : m * 60 + s;
}

export function toSpan(seconds: number | null): Span {
  if (seconds === null) return NO_SPAN;
  return { minutes: String(Math.floor(seconds / 60)), seconds: String(seconds % 60) };
}

export type SpanProblem = 'not_a_number' | 'seconds_range' | 'duration_too_long';

/** Says why a typed length is invalid; an empty end is open. */
export function checkSpan(span: Span): { code: SpanProblem } | undefined {
  const total = toSeconds(span);
  if (total === null) return { code: 'not_a_number' };
  if ((parseWhole(span.seconds) ?? 0) > 59) return { code: 'seconds_range' };
  return total > DURATIONS_SECONDS.max ? { code: 'duration_too_long' } : undefined;
}

/** As it is stored; null where an end is open. */
export function toCondition(minimum: Span, maximum: Span): VideoDurationCondition {
  return {
    minimumSeconds: isEmptySpan(minimum) ? null : toSeconds(minimum),
    maximumSeconds: isEmptySpan(maximum) ? null : toSeconds(maximum),
  };
}
