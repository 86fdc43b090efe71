/** The page numbers to offer: first, last, and those around `page`; null is a gap. */
export function listPageNumbers(page: number, lastPage: number): (number | null)[] {
  const wanted = new Set([1, lastPage, page - 1, page, page + 1]);
  if (page <= 3) for (const early of [2, 3]) wanted.add(early);
  if (page >= lastPage - 2) for (const late of [lastPage - 1, lastPage - 2]) wanted.add(late);
  const shown = [...wanted].filter((one) => one >= 1 && one <= lastPage).sort((a, b) => a - b);
  return shown.flatMap((one, index) => {
    const before = shown[index - 1] ?? one - 1;
    if (one - before === 1) return [one];
    // A gap of one page is that page.
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
