import { normalText } from '@kinora/contract/normal-text';

// "ที่" is three code units, three code points, and one letter to the person who typed it.
const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Length of a text as people count it, after NFC. */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(normalText(text))) count += 1;
  return count;
}

/** The first `most` graphemes with ` ...` behind them; a text that fits comes back as it is. */
export function cutGraphemes(text: string, most: number): string {
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === most) return `${text.slice(0, index)} ...`;
    count += 1;
  }
  return text;
}
