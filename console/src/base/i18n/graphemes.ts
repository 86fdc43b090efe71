// "ที่" is three code units, three code points, and one letter to the person who typed it.
const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** The first `max` graphemes with ` ...` behind them; a text that fits comes back as it is. */
export function cutGraphemes(text: string, max: number): string {
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return `${text.slice(0, index)} ...`;
    count += 1;
  }
  return text;
}
