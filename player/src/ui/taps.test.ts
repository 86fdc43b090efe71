import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTaps } from './taps.ts';

const LEFT = 0.1;
const MIDDLE = 0.5;
const RIGHT = 0.9;

/** Taps at places and times, and lists what each was: how far it has gone, or its type. */
function tapAll(...taps: [number, number][]): (number | string)[] {
  const tap = createTaps();
  return taps.map(([fraction, atMs]) => {
    const found = tap(fraction, atMs);
    return found.type === 'seek' ? found.totalSec : found.type;
  });
}

test('two taps at a side seek 10 seconds, and further ones add up', () => {
  assert.deepEqual(tapAll([RIGHT, 0], [RIGHT, 200], [RIGHT, 800], [RIGHT, 1400]), [
    'single',
    10,
    20,
    30,
  ]);
  assert.deepEqual(tapAll([LEFT, 0], [LEFT, 200], [LEFT, 400]), ['single', -10, -20]);
});

test('two taps in the middle are a double tap, and a third starts another', () => {
  assert.deepEqual(tapAll([MIDDLE, 0], [MIDDLE, 200], [MIDDLE, 400], [MIDDLE, 600]), [
    'single',
    'double',
    'single',
    'double',
  ]);
});

test('taps that are far apart, in time or place, are single ones', () => {
  assert.deepEqual(tapAll([RIGHT, 0], [RIGHT, 400]), ['single', 'single']);
  assert.deepEqual(tapAll([RIGHT, 0], [LEFT, 100], [MIDDLE, 200]), ['single', 'single', 'single']);
  assert.deepEqual(tapAll([RIGHT, 0], [RIGHT, 200], [RIGHT, 1000]), ['single', 10, 'single']);
});
