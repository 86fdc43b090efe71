/** A whole number of at most nine digits; null for anything else. */
export function wholeOf(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null;
}

/** A number with up to three decimals: frame rates such as 29.97. Null for anything else. */
export function decimalOf(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,4}(\.\d{1,3})?$/.test(trimmed) ? Number(trimmed) : null;
}

/** What a field shows for a stored number; null is an empty field. */
export function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

export type NumberProblem =
  | { code: 'required' }
  | { code: 'number' }
  | { code: 'tooSmall'; least: number }
  | { code: 'tooBig'; most: number };

type Bounds = { least: number; most: number; optional?: boolean; decimals?: boolean };

/** What keeps a typed number from being sent; undefined when nothing does. */
export function numberProblem(text: string, bounds: Bounds): NumberProblem | undefined {
  if (text.trim() === '') return bounds.optional ? undefined : { code: 'required' };
  const value = bounds.decimals ? decimalOf(text) : wholeOf(text);
  if (value === null) return { code: 'number' };
  if (value < bounds.least) return { code: 'tooSmall', least: bounds.least };
  if (value > bounds.most) return { code: 'tooBig', most: bounds.most };
  return undefined;
}
