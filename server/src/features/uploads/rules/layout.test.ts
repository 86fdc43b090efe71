import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLayout, MAX_LAYOUT_RANGES } from '@kinora/contract/uploads';
import { arrivedUpTo, listHeadMarks, readLayout, storedLayout } from './layout.ts';

/** A head of 10, media of 80 and an index of 10 bytes, sent head, index, media. */
const layout = readLayout('0-10,90-100,10-90', 100);

test('a layout covers every byte of the file once, in whatever order', () => {
  assert.deepEqual(layout, [
    { start: 0, end: 10 },
    { start: 90, end: 100 },
    { start: 10, end: 90 },
  ]);
  assert.equal(formatLayout(layout ?? []), '0-10,90-100,10-90');
  assert.deepEqual(readLayout('0-100', 100), [{ start: 0, end: 100 }]);
});

test('ranges that leave a hole, overlap, end elsewhere or are too many are no layout', () => {
  const many = Array.from({ length: MAX_LAYOUT_RANGES + 1 }, (_, at) => `${at}-${at + 1}`);
  for (const text of [
    '',
    ',',
    '0-100,',
    '0-99',
    '0-101',
    '1-100',
    '0-10,20-100',
    '0-50,40-100',
    '0-50,0-50',
    '0-0,0-100',
    '50-40,0-100',
    '-0-100',
    '0 -100',
    '00-100',
    '0-1e2',
    '0-100-200',
    'all',
    '0-9999999999999999',
    many.join(','),
  ]) {
    assert.equal(readLayout(text, text === many.join(',') ? many.length : 100), null, text);
  }
  assert.ok(
    readLayout(
      many
        .slice(1)
        .map((_, at) => `${at}-${at + 1}`)
        .join(','),
      MAX_LAYOUT_RANGES,
    ),
  );
});

test('a row without a layout has none, and one that makes no sense is an error', () => {
  assert.equal(storedLayout({ layout: null, sizeBytes: 100 }), null);
  assert.throws(() => storedLayout({ layout: '0-10', sizeBytes: 100 }), /Not a layout/);
});

test('without a layout the arrived bytes are the beginning of the file', () => {
  assert.equal(arrivedUpTo(null, 50), 50);
  assert.equal(arrivedUpTo(null, 50, 70), 70);
});

test('with the index first, head and index are there before the media between them', () => {
  const cases: [arrived: number, start: number, end: number, isThere: boolean][] = [
    [10, 0, 10, true],
    [10, 90, 91, false],
    [15, 90, 95, true],
    [15, 90, 96, false],
    [20, 90, 100, true],
    [20, 10, 11, false],
    [21, 10, 11, true],
    [60, 0, 50, true],
    [60, 0, 51, false],
    [60, 49, 50, true],
    [60, 50, 91, false],
    [100, 0, 100, true],
  ];
  for (const [arrived, start, end, isThere] of cases) {
    const upTo = arrivedUpTo(layout, arrived, start);
    assert.equal(upTo >= end, isThere, `${arrived}: ${start}-${end}`);
  }
  assert.equal(arrivedUpTo(layout, 15), 10);
  assert.equal(arrivedUpTo(layout, 15, 92), 95);
  assert.equal(arrivedUpTo(layout, 60, 30), 50);
  assert.equal(arrivedUpTo(layout, 60, 90), Infinity);
  assert.equal(arrivedUpTo(layout, 100), Infinity);
});

test('a file is worth a probe at 1, 8 and 64 MiB, or once its index is there', () => {
  const mib = 1024 * 1024;
  assert.deepEqual(listHeadMarks(null), [mib, 8 * mib, 64 * mib]);
  const size = 900 * mib;
  const indexOf = (bytes: number) =>
    readLayout(`0-24,${size - bytes}-${size},24-${size - bytes}`, size);
  assert.deepEqual(listHeadMarks(indexOf(2 * mib)), [2 * mib + 24, 8 * mib, 64 * mib]);
  assert.deepEqual(listHeadMarks(indexOf(70 * mib)), [70 * mib + 24]);
  assert.equal(listHeadMarks(indexOf(1000)).length, 3);
  assert.deepEqual(listHeadMarks(readLayout('5-100,0-5', 100)), listHeadMarks(null));
});

test('the end of the index is a mark once, at most three in all, and a first range is no index', () => {
  const mib = 1024 * 1024;
  const size = 900 * mib;
  const layout = readLayout(`0-${mib},${size - mib}-${size},${mib}-${size - mib}`, size);
  assert.deepEqual(listHeadMarks(layout), [2 * mib, 8 * mib, 64 * mib]);
  const whole = readLayout(`0-${8 * mib},${8 * mib}-${size}`, size);
  assert.deepEqual(listHeadMarks(whole), [8 * mib, 64 * mib]);
  assert.deepEqual(listHeadMarks(readLayout('0-100', 100)), listHeadMarks(null));
  // The first of two equal ranges is the media.
  assert.deepEqual(
    listHeadMarks(readLayout('0-10,10-60,60-110', 110)),
    [10, ...listHeadMarks(null)].slice(0, 3),
  );
});
