import { checkRange, type Range, type RangeProblem } from '@kinora/contract/field-rules';

const thaiZero = '๐'.charCodeAt(0);

/** Turns a typed number into a program's form, as people also type Thai digits and `5,500`. */
function toPlainDigits(text: string): string {
  const digits = text.trim().replaceAll(/[๐-๙]/g, (one) => String(one.charCodeAt(0) - thaiZero));
  return /^\d{1,3}(,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits;
}

/** A whole number of at most nine digits; null for anything else. */
export function parseWhole(text: string): number | null {
  const typed = toPlainDigits(text);
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}

/** A number with up to three decimals: frame rates such as 29.97. Null for anything else. */
export function parseDecimal(text: string): number | null {
  const typed = toPlainDigits(text);
  return /^\d{1,9}(\.\d{1,3})?$/.test(typed) ? Number(typed) : null;
}

/** Writes a stored number as a field shows it; null is an empty field. */
export function toText(value: number | null): string {
  return value === null ? '' : String(value);
}

export type NumberProblem = RangeProblem | { code: 'required' | 'not_a_number' | 'not_whole' };

type Bounds = Range & { optional?: boolean; decimals?: boolean };
const ANY_NUMBER = { min: 0, max: Number.POSITIVE_INFINITY };

/** Finds what keeps a typed number from being sent; undefined when nothing does. */
export function checkNumber(text: string, bounds: Bounds = ANY_NUMBER): NumberProblem | undefined {
  if (text.trim() === '') return bounds.optional ? undefined : { code: 'required' };
  const value = bounds.decimals ? parseDecimal(text) : parseWhole(text);
  return value === null ? findUnreadProblem(text, bounds) : checkRange(value, bounds);
}

/** Finds the problem of a text that people read as a number, but that the field doesn't accept. */
function findUnreadProblem(text: string, { min, max, decimals }: Bounds): NumberProblem {
  const typed = toPlainDigits(text);
  if (/^[-−]\d+(\.\d+)?$/.test(typed)) return { code: 'too_small', min };
  if (/^\d{10,}$/.test(typed)) return { code: 'too_big', max };
  if (!decimals && /^\d+\.\d*$/.test(typed)) return { code: 'not_whole' };
  return { code: 'not_a_number' };
}
