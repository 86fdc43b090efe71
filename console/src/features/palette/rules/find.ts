import { romaniseThai } from '../../../base/i18n/romanise-thai.ts';
import { findMatches, rankMatch, toSearchText } from '../../../base/i18n/search-text.ts';
import type { Entry } from './entry.ts';

/** An entry, and the word by which it was found where its title doesn't show that. */
export type FoundEntry = Entry & { foundBy?: string };

/** As good as the beginning of a word. */
const MAX_LOOSE_RANK = 2;
/** Behind what has all that was typed in one piece. */
const PIECES_RANK = 4;

type Match = { rank: number; foundBy?: string };

/** Finds entries by their titles in both languages, by synonyms, and by Thai titles in Latin letters. */
export function findEntries(entries: readonly Entry[], typed: string): FoundEntry[] {
  const searched = toSearchText(typed.trim());
  if (searched === '') return [...entries];
  const pieces = searched.split(/\s+/);
  const found = entries.flatMap((entry) => {
    const match = matchEntry(entry, searched) ?? matchPieces(entry, pieces);
    if (match === undefined) return [];
    const { rank, foundBy } = match;
    return [{ rank, entry: { ...entry, ...(foundBy !== undefined && { foundBy }) } }];
  });
  return found.toSorted((one, next) => one.rank - next.rank).map(({ entry }) => entry);
}

function matchPieces(entry: Entry, pieces: readonly string[]): Match | undefined {
  const isFound = pieces.every((piece) => matchEntry(entry, piece) !== undefined);
  return isFound && pieces.length > 1 ? { rank: PIECES_RANK } : undefined;
}

function matchEntry(entry: Entry, searched: string): Match | undefined {
  const { title, names = [], synonyms = [] } = entry;
  const byTitle = rankMatch([title], searched);
  if (byTitle !== undefined) return { rank: byTitle };
  const others: (Match | undefined)[] = [
    ...names.map((name) => toMatch(name, rankMatch([name], searched))),
    ...synonyms.map((word) => toMatch(word, rankLoosely(word, searched))),
  ];
  const spoken = rankLoosely(romaniseThai([title, ...names].join(' ')), searched);
  if (spoken !== undefined) others.push({ rank: spoken });
  return others
    .filter((match) => match !== undefined)
    .toSorted((one, next) => one.rank - next.rank)[0];
}

const toMatch = (foundBy: string, rank: number | undefined): Match | undefined =>
  rank === undefined ? undefined : { rank, foundBy };

function rankLoosely(name: string, searched: string): number | undefined {
  const rank = rankMatch([name], searched);
  return rank !== undefined && rank <= MAX_LOOSE_RANK ? rank : undefined;
}

/** So many lines of one group stand above what the server finds. */
const MAX_OF_GROUP = 5;

/** The groups follow each other by their best entry. */
export function findInGroups(entries: readonly Entry[], typed: string): FoundEntry[] {
  const groups = Map.groupBy(findEntries(entries, typed), ({ group }) => group);
  return [...groups.values()].flatMap((found) => found.slice(0, MAX_OF_GROUP));
}

/** Puts answers of the server in order: those that begin with what was typed first, then as they came. */
export function rankAnswers<T>(
  rows: readonly T[],
  toNames: (row: T) => readonly string[],
  typed: string,
): T[] {
  return [...new Set([...findMatches(rows, toNames, typed), ...rows])];
}
