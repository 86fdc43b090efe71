// These rules bound texts and numbers, in the schemas of the API and in the console's forms. Nothing
// here needs zod, which no page of the console loads.

/** Bounds that both belong to what is allowed. */
export type Range = { min: number; max: number };

/** Letters that a text has, counted as a person counts them. */
export type TextRule = { min?: number; max: number };

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/**
 * Length as a person counts it: "ที่" is one. UAX #29: it is the same in each normalization form, so the
 * text is not brought into one again, which takes longest of all that is done to many marks.
 */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

export type TextProblem = { code: 'required' | 'too_short' | 'too_long'; count: number };

/** Finds the problem of a trimmed text. */
export function checkText(
  text: string,
  { min = 0, max }: { min?: number; max?: number },
): TextProblem | undefined {
  const count = countGraphemes(text);
  if (min > 0 && count === 0) return { code: 'required', count: 0 };
  if (count < min) return { code: 'too_short', count: min };
  return max !== undefined && count > max ? { code: 'too_long', count: max } : undefined;
}

export type RangeProblem = { code: 'too_small'; min: number } | { code: 'too_big'; max: number };

/** Finds the problem of a value outside of a range, whose bounds are included. */
export function checkRange(value: number, { min, max }: Range): RangeProblem | undefined {
  if (value < min) return { code: 'too_small', min };
  return value > max ? { code: 'too_big', max } : undefined;
}
