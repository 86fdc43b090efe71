import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, durationProblems, noSpan, secondsOf, spanOf } from './duration.ts';

const span = (minutes: string, seconds = '') => ({ minutes, seconds });

test('minutes and seconds are one number of seconds, and back', () => {
  assert.equal(secondsOf(span('2', '05')), 125);
  assert.equal(secondsOf(span('', '90')), 90);
  assert.equal(secondsOf(span('1', 'x')), null);
  assert.deepEqual(spanOf(125), span('2', '5'));
  assert.deepEqual(spanOf(null), noSpan);
});

test('an end that is empty is open', () => {
  assert.deepEqual(durationProblems(noSpan, noSpan), {});
  assert.equal(conditionOf(noSpan, noSpan), null);
  assert.deepEqual(conditionOf(noSpan, span('10')), { minimumSeconds: null, maximumSeconds: 600 });
});

test('the minimum is at least a minute', () => {
  assert.deepEqual(durationProblems(span('0', '59'), noSpan), { minimum: 'minimumTooShort' });
  assert.deepEqual(durationProblems(span('1', '0'), noSpan), {});
});

test('seconds go from 0 to 59', () => {
  assert.deepEqual(durationProblems(span('1', '60'), noSpan), { minimum: 'secondsRange' });
  assert.deepEqual(durationProblems(span('1', '59'), noSpan), {});
});

test('the maximum lies above the minimum', () => {
  assert.deepEqual(durationProblems(span('5'), span('5', '0')), { maximum: 'maximumNotAbove' });
  assert.deepEqual(durationProblems(span('5'), span('4')), { maximum: 'maximumNotAbove' });
  assert.deepEqual(durationProblems(span('5'), span('5', '1')), {});
  assert.deepEqual(durationProblems(noSpan, span('', '30')), { maximum: 'maximumTooShort' });
});

test('letters are told at the end that they stand in', () => {
  assert.deepEqual(durationProblems(span('one'), span('2')), { minimum: 'number' });
  assert.deepEqual(durationProblems(span('1'), span('2', '-1')), { maximum: 'number' });
  assert.deepEqual(durationProblems(noSpan, span('1441')), { maximum: 'maximumTooLong' });
});
