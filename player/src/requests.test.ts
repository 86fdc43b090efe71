import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSteppedRate } from './requests.ts';

test('speed steps through the list and stays at its ends', () => {
  assert.equal(getSteppedRate(1, 1), 1.5);
  assert.equal(getSteppedRate(1, -1), 0.5);
  assert.equal(getSteppedRate(2, 1), 2);
  assert.equal(getSteppedRate(0.25, -1), 0.25);
});

test('a speed that a page set between two steps goes to its neighbours', () => {
  assert.equal(getSteppedRate(1.25, 1), 1.5);
  assert.equal(getSteppedRate(1.25, -1), 1);
});
