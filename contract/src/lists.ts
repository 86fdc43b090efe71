import { z } from 'zod';
import { PRINTABLE } from './fields.ts';

// The three shapes of lists (decisions, section 2).

/** Short lists. */
export function shortList<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item) });
}

/** Paged lists; pages count from 1, `lastPage` is at least 1. */
export function pagedList<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z.int(),
    currentPage: z.int(),
    lastPage: z.int(),
    perPage: z.int(),
  });
}

/** A page of a list, as `pagedList` has it. */
export function toPagedList<T>(
  data: T[],
  total: number,
  { page, limit }: { page: number; limit: number },
) {
  const lastPage = Math.max(1, Math.ceil(total / limit));
  return { data, total, currentPage: page, lastPage, perPage: limit };
}

/** The video list: opaque tokens for the neighbouring pages, null at the ends. */
export function tokenList<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z.int(),
    /** There may be more than `total`: of long lists that are searched not all are counted. */
    isTotalCapped: z.boolean(),
    /** Rows before the first of this page, as one paged; not exact while others add and remove. */
    offset: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  });
}

/** A whole number of a query: digits alone, so that `1e2`, `0x10` and lists are refused. */
export function queryNumber(min: number, max: number) {
  return z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d{1,9}$/.test(given) ? Number(given) : given),
    z.int().min(min).max(max),
  );
}

export function limitQuery({ fallback, max }: { fallback: number; max: number }) {
  return queryNumber(1, max).default(fallback).describe('Most items in the answer');
}

export const pageQuery = (limit: { fallback: number; max: number }) => ({
  page: queryNumber(1, 100_000).default(1).describe('From 1 on'),
  limit: limitQuery(limit),
});

/** A search word as typed; matched after NFC, ignoring case. */
export const searchText = z
  .string()
  .trim()
  .max(200)
  .regex(PRINTABLE)
  .describe('Words to look for, in any letter case');

export const searchQuery = searchText.optional().describe('Words to look for, in any letter case');
