import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, toSpokenTime } from './format-time.ts';

test('times show minutes and seconds, whole seconds cut down', () => {
  assert.equal(formatTime(0), '0:00');
  assert.equal(formatTime(65.99), '1:05');
  assert.equal(formatTime(3600), '60:00');
});

test('hours appear above 3600 seconds, for every time beside a long one', () => {
  assert.equal(formatTime(3601), '1:00:01');
  assert.equal(formatTime(65, 7200), '0:01:05');
});

test('unknown and negative times read as the start', () => {
  assert.equal(formatTime(Number.NaN), '0:00');
  assert.equal(formatTime(Number.POSITIVE_INFINITY), '0:00');
  assert.equal(formatTime(-3), '0:00');
  assert.equal(formatTime(5, Number.NaN), '0:05');
});

test('times are read aloud in the language of the viewer', () => {
  assert.equal(toSpokenTime(65, 'en'), '1 minute 5 seconds');
  assert.equal(toSpokenTime(3661, 'th'), '1 ชั่วโมง 1 นาที 1 วินาที');
  assert.equal(toSpokenTime(0, 'en'), '0 seconds');
});
