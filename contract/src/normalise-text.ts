// The joiner itself does not count as a mark, so that a text is made safe once.
const LONG_RUN = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu;

/**
 * Brings a text into NFC, or another form. UAX #15 §13, D4: a combining grapheme joiner follows each
 * 30 marks in a row, as normalisation takes time with the square of their number; no language writes
 * so many.
 */
export function normaliseText(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.replaceAll(LONG_RUN, '$&\u034f').normalize(form);
}
