import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECK_EVERY_BYTES, getReserveBytes } from './reserve.ts';

const GIB = 1024 ** 3;

test('the reserve is a tenth of a small disk, then 2 GiB, a fiftieth, and 16 GiB at most', () => {
  const expected: [totalGib: number, reserveGib: number][] = [
    [0, 0],
    [1, 0.1],
    [10, 1],
    [20, 2],
    [100, 2],
    [200, 4],
    [800, 16],
    [100_000, 16],
  ];
  for (const [total, reserve] of expected) {
    assert.equal(getReserveBytes(total * GIB), Math.floor(reserve * GIB), `${total} GiB`);
  }
});

test('the disk is looked at again after 4 MiB', () => {
  assert.equal(CHECK_EVERY_BYTES, 4_194_304);
});
