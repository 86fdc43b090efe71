import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDayAt, isDay, toDay, toLocalDate } from './day.ts';

test('a day is the one in Thailand, seven hours ahead', () => {
  assert.equal(getDayAt('2026-11-19T16:59:59Z'), '2026-11-19');
  assert.equal(getDayAt('2026-11-19T17:00:00Z'), '2026-11-20');
  assert.equal(getDayAt(Date.parse('2026-12-31T20:00:00Z')), '2027-01-01');
});

test('only days of the calendar are days', () => {
  assert.ok(isDay('2024-02-29'));
  for (const text of ['2023-02-29', '2026-13-01', '2026-1-1', '0026-01-01', '', undefined, 7]) {
    assert.ok(!isDay(text), String(text));
  }
});

test('a day survives the way through a date picker', () => {
  assert.equal(toDay(toLocalDate('2026-03-29')), '2026-03-29');
});
