// Marks but the combining grapheme joiner itself, so that a text is made safe once.
const longRun = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu;

/**
 * A text in NFC, or in another form. UAX #15 §13, D4: a combining grapheme joiner stands after each 30 marks in a row,
 * as normalisation takes time with the square of their number; no language writes so many.
 */
export function normalText(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.replaceAll(longRun, '$&\u034f').normalize(form);
}
