import { invalidField } from '../../../base/errors.ts';

/** Thai teams read dates in Thai time: a day, month or year of the filter is one of UTC+7. */
const ZONE = '+07:00';

export type DateFilter = {
  dateFilterType?: 'year' | 'month' | 'dateRange' | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  month?: number | undefined;
  year?: number | undefined;
};

/** @throws AppError validation_failed when the days are reversed */
export function requireSpan({ startDate, endDate }: DateFilter): void {
  if (startDate && endDate && startDate > endDate) {
    throw invalidField('endDate', 'range_reversed', 'The end lies before the start');
  }
}

/** The half-open span `[from, before)` of a filter; a part that is missing leaves it open. */
export function toDateSpan(filter: DateFilter): { from: Date | null; before: Date | null } {
  const open = { from: null, before: null };
  const { year, month, startDate, endDate } = filter;
  if (filter.dateFilterType === 'year') {
    return year === undefined
      ? open
      : { from: getMonthStart(year, 1), before: getMonthStart(year + 1, 1) };
  }
  if (filter.dateFilterType === 'month') {
    if (year === undefined || month === undefined) return open;
    const before = month === 12 ? getMonthStart(year + 1, 1) : getMonthStart(year, month + 1);
    return { from: getMonthStart(year, month), before };
  }
  if (filter.dateFilterType === 'dateRange') {
    return {
      from: startDate === undefined ? null : getDayStart(startDate),
      before: endDate === undefined ? null : new Date(getDayStart(endDate).getTime() + 86_400_000),
    };
  }
  return open;
}

function getMonthStart(year: number, month: number): Date {
  const paddedYear = String(year).padStart(4, '0');
  return getDayStart(`${paddedYear}-${String(month).padStart(2, '0')}-01`);
}

function getDayStart(isoDay: string): Date {
  return new Date(`${isoDay}T00:00:00${ZONE}`);
}
