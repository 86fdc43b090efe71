import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getKeyDelay, getMaxKeyDelay, KEY_TRIES } from './tries.ts';

const listDelays = (random: number) =>
  Array.from({ length: KEY_TRIES - 1 }, (_, at) => getKeyDelay(at + 1, random) ?? NaN);

test('a key is asked for again for some hour, and then no more', () => {
  const total = listDelays(0.5).reduce((sum, one) => sum + one, 0);
  assert.ok(total > 3500 && total < 3800, String(total));
  assert.deepEqual(listDelays(0.5).slice(0, 7), [5, 10, 20, 40, 80, 160, 300]);
  assert.equal(getKeyDelay(KEY_TRIES), null);
});

test('waits differ, the longest as well, so that many who failed together ask one after the other', () => {
  for (let failed = 1; failed < KEY_TRIES; failed += 1)
    assert.ok((getKeyDelay(failed, 0) ?? NaN) < (getKeyDelay(failed, 0.99) ?? NaN), String(failed));
  assert.deepEqual([getMaxKeyDelay(0), getMaxKeyDelay(0.5), getMaxKeyDelay(1)], [240, 300, 360]);
});
