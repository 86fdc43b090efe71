import type { VideoDurationCondition } from '@kinora/contract/preset-tracks';
import { wholeOf } from './numbers.ts';

/** Minutes and seconds as typed. */
export type Span = { minutes: string; seconds: string };

export const noSpan: Span = { minutes: '', seconds: '' };

const least = 60;
const most = 86_400;

export type DurationProblem =
  | 'number'
  | 'secondsRange'
  | 'minimumTooShort'
  | 'maximumTooShort'
  | 'maximumTooLong'
  | 'maximumNotAbove';

export function isEmptySpan(span: Span): boolean {
  return span.minutes.trim() === '' && span.seconds.trim() === '';
}

/** Whole seconds of what was typed; an empty part counts 0. Null when a part is no number. */
export function secondsOf({ minutes, seconds }: Span): number | null {
  const parts = [minutes, seconds].map((part) => (part.trim() === '' ? 0 : wholeOf(part)));
  const [m = null, s = null] = parts;
  return m === null || s === null ? null : m * 60 + s;
}

export function spanOf(seconds: number | null): Span {
  if (seconds === null) return noSpan;
  return { minutes: String(Math.floor(seconds / 60)), seconds: String(seconds % 60) };
}

/** What is wrong with each end; an end that is empty is open. */
export function durationProblems(
  minimum: Span,
  maximum: Span,
): { minimum?: DurationProblem; maximum?: DurationProblem } {
  const low = endProblem(minimum, 'minimumTooShort');
  const high = endProblem(maximum, 'maximumTooShort');
  const isReversed =
    !isEmptySpan(minimum) &&
    !isEmptySpan(maximum) &&
    (secondsOf(maximum) ?? 0) <= (secondsOf(minimum) ?? 0);
  const upper = high ?? (low === undefined && isReversed ? 'maximumNotAbove' : undefined);
  return { ...(low && { minimum: low }), ...(upper && { maximum: upper }) };
}

function endProblem(
  span: Span,
  tooShort: 'minimumTooShort' | 'maximumTooShort',
): DurationProblem | undefined {
  if (isEmptySpan(span)) return undefined;
  const total = secondsOf(span);
  if (total === null) return 'number';
  if ((wholeOf(span.seconds) ?? 0) > 59) return 'secondsRange';
  if (total < least) return tooShort;
  return total > most ? 'maximumTooLong' : undefined;
}

/** As it is stored; null when both ends are open. */
export function conditionOf(minimum: Span, maximum: Span): VideoDurationCondition | null {
  if (isEmptySpan(minimum) && isEmptySpan(maximum)) return null;
  return {
    minimumSeconds: isEmptySpan(minimum) ? null : secondsOf(minimum),
    maximumSeconds: isEmptySpan(maximum) ? null : secondsOf(maximum),
  };
}
