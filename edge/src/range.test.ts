import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { parseRange } from './range.ts';

test('RFC 9110 §14.1.2: a range of bytes is cut to the body', () => {
  const cases: [string, unknown][] = [
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes=1-2', { start: 1, end: 2 }],
    // Players that don't know the length ask to the end of what a number holds.
    ['bytes=10-9999999999999999', { start: 10, end: 99 }],
    ['bytes=10-18446744073709551615', { start: 10, end: 99 }],
  ];
  for (const [header, expected] of cases) assert.deepEqual(parseRange(header, 100), expected);
});

test('RFC 9110 §15.5.17: a range that begins behind the end can not be satisfied', () => {
  for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0']) {
    assert.equal(parseRange(header, 100), 'unsatisfiable', header);
  }
  assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable');
  assert.equal(parseRange('bytes=-5', 0), 'unsatisfiable');
});

test('RFC 9110 §14.2: what is no single valid range of bytes is ignored', () => {
  const headers = ['bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=0-1', 'bytes 0-1'];
  for (const header of [undefined, '', `bytes=0-${'9'.repeat(21)}`, ...headers]) {
    assert.equal(parseRange(header, 100), null, header);
  }
});
