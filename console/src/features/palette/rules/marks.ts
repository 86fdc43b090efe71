import { toSearchText } from '../../../base/i18n/search-text.ts';

export type Part = { text: string; isMarked: boolean };

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** Splits a text into what matches and what doesn't. A Thai consonant stays with its vowels and tone marks. */
export function markMatches(shown: string, typed: string): Part[] {
  const letters = Array.from(graphemes.segment(shown), ({ segment }) => segment);
  const marked = findMarked(letters, toSearchText(typed.trim()));
  const parts: Part[] = [];
  for (const [at, text] of letters.entries()) {
    const last = parts.at(-1);
    // A joiner shapes the drawn line alone, and belongs to the letter before it.
    const isMarked = toSearchText(text) === '' ? (last?.isMarked ?? false) : marked.has(at);
    if (last?.isMarked === isMarked) last.text += text;
    else parts.push({ text, isMarked });
  }
  return parts;
}

/** The whole of what was typed where the text has it, else each of its words. */
function findMarked(letters: readonly string[], searched: string): Set<number> {
  const folded = letters.map(toSearchText);
  const owners = folded.flatMap((text, at) => text.split('').map(() => at));
  const all = folded.join('');
  const wanted = all.includes(searched) ? [searched] : searched.split(/\s+/);
  const marked = new Set<number>();
  for (const word of wanted.filter((one) => one !== '')) {
    for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + word.length)) {
      for (const owner of owners.slice(at, at + word.length)) marked.add(owner);
    }
  }
  return marked;
}
