/**
 * Loanwords that Chromium breaks in their middle, as its dictionary of Thai lacks them. None of them may be
 * in a message that becomes a stored value (`presets.form.copyOf`).
 */
export const LOANWORDS = [
  'แซนด์บ็อกซ์',
  'โทเค็น',
  'แท็บ',
  'แทร็ก',
  'บิตเรต',
  'โปรเจกต์',
  'พรีเซ็ต',
  'เพลเยอร์',
  'เฟรมเรต',
  'วิดีโอ',
  'สตรีม',
  'อัปโหลด',
] as const;

const JOINER = '\u2060';
const BREAK = '\u200b';
const letters = new Intl.Segmenter('th', { granularity: 'grapheme' });
const joined = new Map<string, string>(
  LOANWORDS.map((word) => [word, Array.from(letters.segment(word), toText).join(JOINER)]),
);
const anyLoanword = new RegExp(LOANWORDS.join('|'), 'g');
const endsInThai = /[\u0e01-\u0e4e]$/;
const beginsWithThaiWord = /^[\u0e01-\u0e2e\u0e40-\u0e44]/;

/**
 * Keeps lines from breaking inside loanwords: U+2060 WORD JOINER stands between their letters. As the joiners
 * also hide neighbouring words from the browser's dictionary, U+200B ZERO WIDTH SPACE allows a break where
 * Thai goes on without a space.
 */
export function joinLoanwords(text: string): string {
  return text.replaceAll(anyLoanword, (word, at: number) => {
    const before = endsInThai.test(text.slice(0, at)) ? BREAK : '';
    const after = beginsWithThaiWord.test(text.slice(at + word.length)) ? BREAK : '';
    return `${before}${joined.get(word)}${after}`;
  });
}

function toText({ segment }: { segment: string }): string {
  return segment;
}
