import { z } from 'zod';

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

/** The video list: opaque tokens for the neighbouring pages, null at the ends. */
export function tokenList<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  });
}

export const pageQuery = (limit: { fallback: number; most: number }) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(limit.most).default(limit.fallback),
});

/** A search word as typed; matched after NFC, ignoring case. */
export const searchQuery = z.string().trim().max(200).optional();
