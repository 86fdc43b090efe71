/**
 * Text to search in, as a person would type it: built messages hold U+2060 and U+200B around and
 * inside of loanwords (`i18n/loanwords.ts`).
 */
export function toSearchText(text: string): string {
  return text.replaceAll(/[\u200b\u2060]/g, '').toLowerCase();
}
