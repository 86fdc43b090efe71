// "ที่" is three code units, three code points, and one letter to the person who typed it.
const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * The words within the first `max` graphemes with ` ...` behind them; a text that fits comes back as
 * it is. A word that would leave less than half of that is cut itself.
 */
export function cutGraphemes(text: string, max: number): string {
  const ends = Array.from(graphemes.segment(text), ({ index }) => index);
  if (ends.length <= max) return text;
  const end = ends[max] ?? text.length;
  const half = ends[Math.ceil(max / 2)] ?? 0;
  const border = findLastWordEnd(text, end);
  return `${border < half ? trimVowel(text.slice(0, end)) : text.slice(0, border)} ...`;
}

/** Where the last whole word before `end` ends; 0 without one. */
function findLastWordEnd(text: string, end: number): number {
  let border = 0;
  for (const { index, segment, isWordLike } of words.segment(text)) {
    if (index + segment.length > end) break;
    if (isWordLike) border = index + segment.length;
  }
  return border;
}

/** A vowel that is written before its consonant is meaningless without it. */
const trimVowel = (text: string) => text.replace(/[\u0e40-\u0e44]+$/, '');
