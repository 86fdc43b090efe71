/** A LIKE pattern that finds the typed text anywhere, with its own wildcards taken literally. */
export function likePattern(typed: string): string {
  return `%${searchText(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The form in which text is stored for search: NFC, lower case, single spaces. */
export function searchText(...parts: string[]): string {
  return parts.join(' ').normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
