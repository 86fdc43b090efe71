// These rules bound texts and numbers, in the schemas of the API and in the console's forms. Nothing
// here needs zod, which no page of the console loads.

/** Bounds that both belong to what is allowed. */
export type Range = { least: number; most: number };

/** Letters that a text has, counted as a person counts them. */
export type TextRule = { least?: number; most: number };

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/**
 * Length as a person counts it: "ที่" is one. UAX #29: it is the same in each normalization form, so the
 * text is not brought into one again, which takes longest of all that is done to many marks.
 */
export function graphemeCount(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

export type TextProblem = { code: 'required' | 'too_short' | 'too_long'; count: number };

/** Finds the problem of a trimmed text. */
export function textProblem(
  text: string,
  { least = 0, most }: { least?: number; most?: number },
): TextProblem | undefined {
  const count = graphemeCount(text);
  if (least > 0 && count === 0) return { code: 'required', count: 0 };
  if (count < least) return { code: 'too_short', count: least };
  return most !== undefined && count > most ? { code: 'too_long', count: most } : undefined;
}

export type RangeProblem = { code: 'too_small'; least: number } | { code: 'too_big'; most: number };

export function rangeProblem(value: number, { least, most }: Range): RangeProblem | undefined {
  if (value < least) return { code: 'too_small', least };
  return value > most ? { code: 'too_big', most } : undefined;
}
