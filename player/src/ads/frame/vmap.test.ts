import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOffset } from './vmap.ts';

test('a break comes at the start, the end, a time or a share', () => {
  assert.deepEqual(parseOffset('start'), { at: 'start' });
  assert.deepEqual(parseOffset('end'), { at: 'end' });
  assert.deepEqual(parseOffset('01:02:03'), { at: 'time', sec: 3723 });
  assert.deepEqual(parseOffset('00:00:05.250'), { at: 'time', sec: 5.25 });
  assert.deepEqual(parseOffset('50%'), { at: 'share', share: 0.5 });
});

test('other offsets are none', () => {
  for (const text of [
    '',
    '#1',
    '101%',
    '-1%',
    '00:60:00',
    '5',
    '0:0',
    'Start',
    '1e3%',
    '00:00:05.1234',
  ]) {
    assert.equal(parseOffset(text), null, text);
  }
});
