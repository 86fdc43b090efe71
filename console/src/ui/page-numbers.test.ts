import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPageNumbers } from './page-numbers.ts';

test('few pages are all named', () => {
  assert.deepEqual(listPageNumbers(1, 1), [1]);
  assert.deepEqual(listPageNumbers(2, 5), [1, 2, 3, 4, 5]);
});

test('many pages show the ends and the neighbours', () => {
  assert.deepEqual(listPageNumbers(10, 20), [1, null, 9, 10, 11, null, 20]);
  assert.deepEqual(listPageNumbers(1, 20), [1, 2, 3, null, 20]);
  assert.deepEqual(listPageNumbers(20, 20), [1, null, 18, 19, 20]);
});

test('a gap of one page is that page', () => {
  assert.deepEqual(listPageNumbers(4, 20), [1, 2, 3, 4, 5, null, 20]);
});
