import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getLayoutSize, listPlaces } from './layout.ts';

test('a layout that covers every byte once says how many there are', () => {
  assert.equal(getLayoutSize([{ start: 0, end: 10 }]), 10);
  const layout = [
    { start: 7, end: 10 },
    { start: 0, end: 3 },
    { start: 3, end: 7 },
  ];
  assert.equal(getLayoutSize(layout), 10);
});

test('a layout with a hole, an overlap, an empty or a strange range is none', () => {
  for (const ranges of [
    [[1, 10]],
    [
      [0, 3],
      [4, 10],
    ],
    [
      [0, 5],
      [4, 10],
    ],
    [
      [0, 5],
      [5, 5],
    ],
    [[0, -1]],
    [[0, 1.5]],
    [[0, Number.NaN]],
    [[0, 2 ** 53]],
  ] as const) {
    const layout = ranges.map(([start = 0, end = 0]) => ({ start, end }));
    assert.throws(() => getLayoutSize(layout), { kind: 'bad_range' }, JSON.stringify(ranges));
  }
});

test('bytes that cross the border of a range belong in two places', () => {
  const layout = [
    { start: 7, end: 10 },
    { start: 0, end: 3 },
    { start: 3, end: 7 },
  ];
  assert.deepEqual(listPlaces(layout, 0, 2), [{ position: 7, length: 2 }]);
  assert.deepEqual(listPlaces(layout, 2, 6), [
    { position: 9, length: 1 },
    { position: 0, length: 3 },
    { position: 3, length: 2 },
  ]);
  assert.deepEqual(listPlaces(layout, 9, 1), [{ position: 6, length: 1 }]);
});
