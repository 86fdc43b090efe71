import { MAX_BATCH_KEYS } from '@kinora/contract/bounds';

// Selected videos of a list, over its pages.

export type Selection = {
  /** Keys in the order of picking. */
  picked: ReadonlySet<string>;
  /** Picks all videos that match the list's filter, including those on pages that were not opened. */
  isAll: boolean;
  /** Says where a range begins. */
  anchor: string | undefined;
};

export const NOTHING: Selection = { picked: new Set(), isAll: false, anchor: undefined };

/** Rows of the page that may be picked, from top to bottom. */
type Page = readonly string[];

export function isPicked({ picked, isAll }: Selection, key: string): boolean {
  return isAll || picked.has(key);
}

export function isEmpty({ picked, isAll }: Selection): boolean {
  return !isAll && picked.size === 0;
}

/** Says how much of a page is picked. */
export function getPagePart(selection: Selection, page: Page): 'all' | 'some' | 'none' {
  const count = page.filter((key) => isPicked(selection, key)).length;
  if (count === 0) return 'none';
  return count === page.length ? 'all' : 'some';
}

/**
 * Picks a row or lets it go. With all that match, which nothing can be taken out of, the rest of the
 * page stays picked.
 */
export function toggle(selection: Selection, page: Page, key: string): Selection {
  const picked = selection.isAll ? new Set(page) : new Set(selection.picked);
  if (!picked.delete(key) && picked.size < MAX_BATCH_KEYS) picked.add(key);
  return { picked, isAll: false, anchor: key };
}

/** Makes all rows from the anchor to this one as the anchor is; without one on this page toggles. */
export function extend(selection: Selection, page: Page, key: string): Selection {
  const from = page.indexOf(selection.anchor ?? '');
  const to = page.indexOf(key);
  if (selection.isAll || from === -1 || to === -1) return toggle(selection, page, key);
  const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
  const picks = selection.picked.has(page[from] ?? '');
  return { ...change(selection, range, picks), anchor: selection.anchor };
}

/** Picks the page; once it is picked whole, lets it go. */
export function togglePage(selection: Selection, page: Page): Selection {
  if (selection.isAll) return NOTHING;
  return change(selection, page, getPagePart(selection, page) !== 'all');
}

function change(selection: Selection, keys: Page, picks: boolean): Selection {
  const picked = new Set(selection.picked);
  for (const key of keys) {
    if (!picks) picked.delete(key);
    else if (picked.size < MAX_BATCH_KEYS) picked.add(key);
  }
  return { picked, isAll: false, anchor: undefined };
}

export function selectAll(): Selection {
  return { ...NOTHING, isAll: true };
}

type Known = { key: string; vod: { isEncrypted: boolean } };

/** Says whether a picked video may be encrypted; those on other pages are unknown. */
export function mayHoldEncrypted(
  { picked, isAll }: Selection,
  page: readonly Known[],
  total: number,
): boolean {
  const known = isAll ? page : page.filter(({ key }) => picked.has(key));
  return known.length < (isAll ? total : picked.size) || known.some(({ vod }) => vod.isEncrypted);
}

type Total = { total: number; isTotalCapped: boolean } | undefined;

/** So many videos; `unknown` where one may change only some of those that are counted. */
export type Amount = { count: number; known: 'exact' | 'atLeast' | 'unknown' };

/** So many are changed with all that match. */
export function countAll(total: Total, mayChangeEach: boolean): Amount {
  if (total === undefined) return { count: 0, known: 'unknown' };
  const known = total.isTotalCapped ? 'atLeast' : 'exact';
  return { count: total.total, known: mayChangeEach ? known : 'unknown' };
}

const OF_PAGE: ReadonlySet<string> = new Set(['next', 'previous', 'sort', 'order', 'limit']);

/** Says what a list is narrowed by, without its page and order. */
export function toFilter<Query extends object>(query: Query): Filter<Query> {
  const parts = Object.entries(query).filter(([name]) => !OF_PAGE.has(name));
  return Object.fromEntries(parts) as Filter<Query>;
}

type Filter<Query> = Omit<Query, 'next' | 'previous' | 'sort' | 'order' | 'limit'>;
