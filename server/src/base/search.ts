import { normalText } from '@kinora/contract/normal-text';

/** A LIKE pattern that finds the typed text anywhere, with its own wildcards taken literally. */
export function toLikePattern(typed: string): string {
  return `%${toSearchText(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The form in which text is stored for search: NFC, lower case, single spaces. */
export function toSearchText(...parts: string[]): string {
  return normalText(parts.join(' ')).toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Text that an index holds whole: 3 bytes of UTF-8 at most for each unit of UTF-16. */
export function truncateForIndex(text: string, maxBytes: number): string {
  return text.slice(0, Math.floor(maxBytes / 3)).toWellFormed();
}
