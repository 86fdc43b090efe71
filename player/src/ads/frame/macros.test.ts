import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillMacros, toTimecode } from './macros.ts';

test('macros are filled and escaped, in both spellings', () => {
  const filled = fillMacros('https://a.test/?e=[ERRORCODE]&u=%%ASSETURI%%', {
    ERRORCODE: 403,
    ASSETURI: 'https://b.test/a?x=1&y',
  });
  assert.equal(filled, 'https://a.test/?e=403&u=https%3A%2F%2Fb.test%2Fa%3Fx%3D1%26y');
});

test('what the player does not tell is -1, and what is no macro stays', () => {
  const told = fillMacros('?a=[PAGEURL]&b=[IFA]&c=[OWN]&d=[id]&e=[toString]', {});
  assert.equal(told, '?a=-1&b=-1&c=[OWN]&d=[id]&e=[toString]');
});

test('a cache buster is new each time, and a timestamp is one', () => {
  const fill = () => fillMacros('[CACHEBUSTING] [TIMESTAMP]', {});
  assert.match(fill(), /^\d{8} \d{4}-\d\d-\d\dT\d\d%3A/);
  assert.notEqual(fill().slice(0, 8), fill().slice(0, 8));
});

test('a moment is told as hours, minutes, seconds and thousandths', () => {
  assert.equal(toTimecode(3725.5), '01:02:05.500');
  assert.equal(toTimecode(-1), '00:00:00.000');
});
