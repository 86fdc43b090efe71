const thaiZero = '๐'.charCodeAt(0);

/** As a program writes it: Thai digits and `5,500` are numbers to the person who types them. */
function plain(text: string): string {
  const digits = text.trim().replaceAll(/[๐-๙]/g, (one) => String(one.charCodeAt(0) - thaiZero));
  return /^\d{1,3}(,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits;
}

/** A whole number of at most nine digits; null for anything else. */
export function wholeOf(text: string): number | null {
  const typed = plain(text);
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}

/** A number with up to three decimals: frame rates such as 29.97. Null for anything else. */
export function decimalOf(text: string): number | null {
  const typed = plain(text);
  return /^\d{1,9}(\.\d{1,3})?$/.test(typed) ? Number(typed) : null;
}

/** What a field shows for a stored number; null is an empty field. */
export function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

export type NumberProblem =
  | { code: 'required' }
  | { code: 'number' }
  | { code: 'whole' }
  | { code: 'tooSmall'; least: number }
  | { code: 'tooBig'; most: number };

type Bounds = { least: number; most: number; optional?: boolean; decimals?: boolean };

/** What keeps a typed number from being sent; undefined when nothing does. */
export function numberProblem(text: string, bounds: Bounds): NumberProblem | undefined {
  if (text.trim() === '') return bounds.optional ? undefined : { code: 'required' };
  const value = bounds.decimals ? decimalOf(text) : wholeOf(text);
  if (value === null) return unreadProblem(text, bounds);
  if (value < bounds.least) return { code: 'tooSmall', least: bounds.least };
  if (value > bounds.most) return { code: 'tooBig', most: bounds.most };
  return undefined;
}

/** Of what is a number to a person, but none that the field takes. */
function unreadProblem(text: string, { least, most, decimals }: Bounds): NumberProblem {
  const typed = plain(text);
  if (/^[-−]\d+(\.\d+)?$/.test(typed)) return { code: 'tooSmall', least };
  if (/^\d{10,}$/.test(typed)) return { code: 'tooBig', most };
  if (!decimals && /^\d+\.\d*$/.test(typed)) return { code: 'whole' };
  return { code: 'number' };
}
