import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCapacity, listPreempted } from './capacity.ts';

const film = { isExpress: false, isRequested: false };
const short = { isExpress: true, isRequested: false };
const requested = { isExpress: true, isRequested: true };

test('a worker takes anything into its slots, then haste, then what viewers wait for', () => {
  const rooms = [
    [],
    [film],
    [film, film],
    [film, film, short],
    [short, short],
    [film, film, short, short],
    [film, film, short, short, requested],
    [film, film, short, short, requested, requested, requested, requested],
  ].map((pieces) => getCapacity(pieces, 2));
  assert.deepEqual(rooms, [
    'any',
    'any',
    'express',
    'express',
    'requested',
    'requested',
    'requested',
    null,
  ]);
});

test('viewers never have more than twice the slots, and half of the slots are for the others', () => {
  const rooms = [
    [requested],
    [requested, requested],
    [requested, requested, film],
    [requested, requested, requested, requested],
    [requested, requested, requested, requested, film],
    [requested, requested, requested, requested, film, film, short],
    [requested, requested, requested, requested, short, short],
  ].map((pieces) => getCapacity(pieces, 2));
  const withoutAsked = ['anyNonRequested', 'expressNonRequested', 'expressNonRequested', null];
  assert.deepEqual(rooms, ['any', 'any', 'express', ...withoutAsked]);
  assert.equal(getCapacity([requested], 1), 'any');
  assert.equal(getCapacity([requested, film], 1), 'express');
});

test('as many pieces without haste halt as run beyond the slots', () => {
  const [first, second] = [{ ...film }, { ...film }];
  assert.deepEqual(listPreempted([first, second], 2), []);
  assert.deepEqual(listPreempted([first, second, short], 2), [second]);
  assert.deepEqual(listPreempted([first, short], 2), []);
  assert.deepEqual(listPreempted([first, second, short, requested], 2), [first, second]);
  assert.deepEqual(listPreempted([short, short, requested, requested, requested], 2), []);
});
