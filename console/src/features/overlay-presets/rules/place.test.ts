import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOnStage } from './place.ts';

test('a picture lies in its corner, a margin from both edges', () => {
  const place = placeOnStage({ position: 'bottomRight', sizePercent: 20, marginPercent: 5 }, 0.5);
  assert.deepEqual([place.width, place.left, place.left + place.width], [20, 75, 95]);
  // The margin is of the width: 5 of a height of 56.25.
  assert.ok(Math.abs(place.top + place.height - (100 - (5 / 56.25) * 100)) < 1e-9);
});

test('a picture in the middle needs no margin', () => {
  const place = placeOnStage({ position: 'center', sizePercent: 40, marginPercent: 10 }, 0.5625);
  assert.deepEqual([place.left, place.top], [30, 30]);
});

test('a picture that is too tall for the frame becomes smaller', () => {
  const place = placeOnStage({ position: 'top', sizePercent: 50, marginPercent: 0 }, 4);
  assert.equal(place.height, 100);
  assert.equal(place.width, 56.25 / 4);
  assert.equal(place.left + place.width / 2, 50);
});
