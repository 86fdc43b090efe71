import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steppedRate } from './requests.ts';

test('speed steps through the list and stays at its ends', () => {
  assert.equal(steppedRate(1, 1), 1.5);
  assert.equal(steppedRate(1, -1), 0.5);
  assert.equal(steppedRate(2, 1), 2);
  assert.equal(steppedRate(0.25, -1), 0.25);
});

test('a speed that a page set between two steps goes to its neighbours', () => {
  assert.equal(steppedRate(1.25, 1), 1.5);
  assert.equal(steppedRate(1.25, -1), 1);
});
