import type { Sort } from './video-search.ts';

const NAMES: Record<Sort['by'], Record<Sort['order'], SortName>> = {
  createdAt: { desc: 'newest', asc: 'oldest' },
  title: { asc: 'titleUp', desc: 'titleDown' },
  duration: { desc: 'longest', asc: 'shortest' },
  size: { desc: 'largest', asc: 'smallest' },
};

/** All orders that can be chosen, each kind of them with the usual direction first. */
export const SORT_CHOICES: readonly Sort[] = [
  { by: 'createdAt', order: 'desc' },
  { by: 'createdAt', order: 'asc' },
  { by: 'title', order: 'asc' },
  { by: 'title', order: 'desc' },
  { by: 'duration', order: 'desc' },
  { by: 'duration', order: 'asc' },
  { by: 'size', order: 'desc' },
  { by: 'size', order: 'asc' },
];

export type SortName =
  | 'best'
  | 'newest'
  | 'oldest'
  | 'titleUp'
  | 'titleDown'
  | 'longest'
  | 'shortest'
  | 'largest'
  | 'smallest';

/** The last part of the id of an order's words. */
export function nameSort(sort: Sort | undefined, isSearch: boolean): SortName {
  if (sort === undefined) return isSearch ? 'best' : 'newest';
  return NAMES[sort.by][sort.order];
}
