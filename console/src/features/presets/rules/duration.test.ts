import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSpan, NO_SPAN, toCondition, toSeconds, toSpan } from './duration.ts';

const span = (minutes: string, seconds = '') => ({ minutes, seconds });

test('minutes and seconds are one number of seconds, and back', () => {
  assert.equal(toSeconds(span('2', '05')), 125);
  assert.equal(toSeconds(span('', '90')), 90);
  assert.equal(toSeconds(span('1', 'x')), null);
  assert.deepEqual(toSpan(125), span('2', '5'));
  assert.deepEqual(toSpan(null), NO_SPAN);
});

test('an end that is empty is open', () => {
  assert.equal(checkSpan(NO_SPAN), undefined);
  assert.deepEqual(toCondition(NO_SPAN, span('10')), { minimumSeconds: null, maximumSeconds: 600 });
});

test('a text that is no length is refused with its reason', () => {
  const codeOf = (minutes: string, seconds?: string) => checkSpan(span(minutes, seconds))?.code;
  assert.equal(codeOf('1', '59'), undefined);
  assert.equal(codeOf('1', '60'), 'seconds_range');
  assert.equal(codeOf('one'), 'not_a_number');
  assert.equal(codeOf('1', '-1'), 'not_a_number');
  assert.equal(codeOf('1440'), undefined);
  assert.equal(codeOf('1441'), 'duration_too_long');
});
