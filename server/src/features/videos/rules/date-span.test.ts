import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDateSpan } from './date-span.ts';

const text = (filter: Parameters<typeof toDateSpan>[0]) => {
  const { from, before } = toDateSpan(filter);
  return [from?.toISOString() ?? null, before?.toISOString() ?? null];
};

test('a year, a month and a range are half-open spans of Thai days', () => {
  assert.deepEqual(text({ dateFilterType: 'year', year: 2026 }), [
    '2025-12-31T17:00:00.000Z',
    '2026-12-31T17:00:00.000Z',
  ]);
  assert.deepEqual(text({ dateFilterType: 'month', year: 2026, month: 12 }), [
    '2026-11-30T17:00:00.000Z',
    '2026-12-31T17:00:00.000Z',
  ]);
  assert.deepEqual(
    text({ dateFilterType: 'dateRange', startDate: '2026-11-20', endDate: '2026-11-20' }),
    ['2026-11-19T17:00:00.000Z', '2026-11-20T17:00:00.000Z'],
  );
});

test('a part that is missing leaves the span open', () => {
  assert.deepEqual(text({ dateFilterType: 'dateRange', endDate: '2026-02-28' }), [
    null,
    '2026-02-28T17:00:00.000Z',
  ]);
  assert.deepEqual(text({ dateFilterType: 'month', year: 2026 }), [null, null]);
  assert.deepEqual(text({ year: 2026 }), [null, null]);
});

test('a month is padded, ends where the next one begins, and is none without its year', () => {
  const span = (year?: number, month?: number) => {
    const { from, before } = toDateSpan({ dateFilterType: 'month', year, month });
    return [from?.toISOString(), before?.toISOString()];
  };
  assert.deepEqual(span(2026, 3), ['2026-02-28T17:00:00.000Z', '2026-03-31T17:00:00.000Z']);
  assert.deepEqual(span(2026, 12), ['2026-11-30T17:00:00.000Z', '2026-12-31T17:00:00.000Z']);
  for (const open of [span(2026), span(undefined, 3)])
    assert.deepEqual(open, [undefined, undefined]);
  assert.deepEqual(toDateSpan({ dateFilterType: 'year' }), { from: null, before: null });
  assert.deepEqual(toDateSpan({ year: 2026 }), { from: null, before: null });
});
