import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatDay,
  formatDayRange,
  formatMonth,
  formatYear,
  parseDay,
  parseDayRange,
  parseMonth,
  parseYear,
} from './date-text.ts';

const limits = { min: '2020-03-15', max: '2026-11-20' };
const format = { problem: 'format' };
const range = { problem: 'range' };

test('a day is read as dd/MM/yyyy in Gregorian and, in Thai, in Buddhist years', () => {
  assert.deepEqual(parseDay('19/11/2026', false, limits), { value: '2026-11-19' });
  assert.deepEqual(parseDay('19/11/2569', true, limits), { value: '2026-11-19' });
  assert.deepEqual(parseDay('19/11/2026', true, limits), { value: '2026-11-19' });
  assert.deepEqual(parseDay('1/3/2021', false, limits), { value: '2021-03-01' });
});

test('Buddhist years are not understood outside the Thai interface', () => {
  assert.deepEqual(parseDay('19/11/2569', false, limits), range);
});

test('Thai digits and blanks are taken as people write them', () => {
  assert.deepEqual(parseDay(' ๑๙ / ๑๑ / ๒๕๖๙ ', true, limits), { value: '2026-11-19' });
});

test('a text that is no day of any calendar has a wrong format', () => {
  for (const text of ['', '19', '19/11', '2026-11-19', '32/01/2025', '01/13/2025', '0/1/2025']) {
    assert.deepEqual(parseDay(text, false, limits), format, text);
  }
  assert.deepEqual(parseDay('31/02/2025', false, limits), format);
  assert.deepEqual(parseDay('29/02/2023', false, limits), format);
  assert.deepEqual(parseDay('29/02/2024', false, limits), { value: '2024-02-29' });
  assert.deepEqual(parseDay('19/11/26', false, limits), format);
});

test('days before the first and after the last are out of range', () => {
  assert.deepEqual(parseDay('14/03/2020', false, limits), range);
  assert.deepEqual(parseDay('15/03/2020', false, limits), { value: '2020-03-15' });
  assert.deepEqual(parseDay('20/11/2026', false, limits), { value: '2026-11-20' });
  assert.deepEqual(parseDay('21/11/2026', false, limits), range);
  assert.deepEqual(parseDay('01/01/12026', false, limits), range);
});

test('years before 2001 are out of range whatever the first day is', () => {
  const wide = { min: '1900-01-01', max: '2026-11-20' };
  assert.deepEqual(parseDay('31/12/2000', false, wide), range);
  assert.deepEqual(parseDay('31/12/2543', true, wide), range);
  assert.deepEqual(parseDay('01/01/2001', false, wide), { value: '2001-01-01' });
  assert.deepEqual(parseMonth('12/2000', false, wide), range);
  assert.deepEqual(parseYear('2000', false, wide), range);
});

test('a range is two days joined by a dash of any length, in either order', () => {
  const value = { start: '2026-11-01', end: '2026-11-19' };
  for (const text of [
    '01/11/2026 - 19/11/2026',
    '01/11/2026–19/11/2026',
    '19/11/2026 — 01/11/2026',
    '01/11/2569 – 19/11/2026',
  ]) {
    assert.deepEqual(parseDayRange(text, true, limits), { value }, text);
  }
});

test('one day, or a broken one, is no range; one outside makes it out of range', () => {
  assert.deepEqual(parseDayRange('01/11/2026', false, limits), format);
  assert.deepEqual(parseDayRange('01/11/2026 – ', false, limits), format);
  assert.deepEqual(parseDayRange('01/01/2019 – 1/1', false, limits), format);
  assert.deepEqual(parseDayRange('01/01/2019 – 01/01/2021', false, limits), range);
  assert.deepEqual(parseDayRange('01/01/2021 – 01/01/2030', false, limits), range);
});

test('a month is inside when any of its days is', () => {
  assert.deepEqual(parseMonth('03/2020', false, limits), { value: { year: 2020, month: 3 } });
  assert.deepEqual(parseMonth('11/2569', true, limits), { value: { year: 2026, month: 11 } });
  assert.deepEqual(parseMonth('02/2020', false, limits), range);
  assert.deepEqual(parseMonth('12/2026', false, limits), range);
  for (const text of ['13/2025', '0/2025', '2025', '11/25', 'พ.ย. 2569']) {
    assert.deepEqual(parseMonth(text, true, limits), format, text);
  }
});

test('a year has four digits or more', () => {
  assert.deepEqual(parseYear('2563', true, limits), { value: 2020 });
  assert.deepEqual(parseYear('2020', true, limits), { value: 2020 });
  assert.deepEqual(parseYear('2019', true, limits), range);
  assert.deepEqual(parseYear('2027', true, limits), range);
  assert.deepEqual(parseYear('20260', true, limits), range);
  assert.deepEqual(parseYear('202', true, limits), format);
});

test('a written day is read back as the same day in either era: years shift once', () => {
  const wide = { min: '2001-01-01', max: '2100-12-31' };
  for (let year = 2001; year <= 2100; year += 1) {
    for (const era of ['buddhist', 'gregorian'] as const) {
      const day = `${year}-11-09`;
      assert.deepEqual(parseDay(formatDay(day, era), true, wide), { value: day });
      const month = { year, month: 11 };
      assert.deepEqual(parseMonth(formatMonth(month, era), true, wide), { value: month });
      assert.deepEqual(parseYear(formatYear(year, era), true, wide), { value: year });
    }
  }
  const days = { start: '2026-11-01', end: '2026-11-19' };
  assert.equal(formatDayRange(days, 'buddhist'), '01/11/2569 – 19/11/2569');
  assert.deepEqual(parseDayRange(formatDayRange(days, 'buddhist'), true, wide), { value: days });
});
