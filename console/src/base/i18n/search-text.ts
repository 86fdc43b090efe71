import { stripJoiners } from '@kinora/i18n/joiners';

/** Text to search in, as a person would type it. */
export function toSearchText(text: string): string {
  return stripJoiners(text).toLowerCase();
}

/** 0 is the very name, 1 its beginning, 2 that of another of its words, 3 somewhere; else undefined. */
export function rankMatch(names: readonly string[], searched: string): number | undefined {
  const ranks = names.map(toSearchText).flatMap((name) => {
    const at = name.indexOf(searched);
    if (at === -1) return [];
    if (at === 0) return [name === searched ? 0 : 1];
    return [hasWordFrom(name, searched) ? 2 : 3];
  });
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

function hasWordFrom(name: string, searched: string): boolean {
  for (let at = name.indexOf(searched); at !== -1; at = name.indexOf(searched, at + 1)) {
    if (!/[\p{L}\p{M}\p{N}]$/u.test(name.slice(0, at))) return true;
  }
  return false;
}

/** Finds items with a name that contains the text, best match first; without a text all stay as they are. */
export function findMatches<T>(
  items: readonly T[],
  toNames: (item: T) => readonly string[],
  text: string,
): T[] {
  const searched = toSearchText(text.trim());
  if (searched === '') return [...items];
  const ranked = items.flatMap((item) => {
    const rank = rankMatch(toNames(item), searched);
    return rank === undefined ? [] : [{ item, rank }];
  });
  return ranked.toSorted((one, next) => one.rank - next.rank).map(({ item }) => item);
}
