import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomFor, tooMany } from './room.ts';

const film = { isExpress: false, isAsked: false };
const short = { isExpress: true, isAsked: false };
const asked = { isExpress: true, isAsked: true };

test('a worker takes anything into its slots, then haste, then what viewers wait for', () => {
  const rooms = [
    [],
    [film],
    [film, film],
    [film, film, short],
    [short, short],
    [film, film, short, short],
    [film, film, short, short, asked],
    [film, film, short, short, asked, asked, asked, asked],
  ].map((pieces) => roomFor(pieces, 2));
  assert.deepEqual(rooms, ['any', 'any', 'express', 'express', 'asked', 'asked', 'asked', null]);
});

test('viewers never have more than twice the slots, and half of the slots are for the others', () => {
  const rooms = [
    [asked],
    [asked, asked],
    [asked, asked, film],
    [asked, asked, asked, asked],
    [asked, asked, asked, asked, film],
    [asked, asked, asked, asked, film, film, short],
    [asked, asked, asked, asked, short, short],
  ].map((pieces) => roomFor(pieces, 2));
  const withoutAsked = ['anyOther', 'expressOther', 'expressOther', null];
  assert.deepEqual(rooms, ['any', 'any', 'express', ...withoutAsked]);
  assert.equal(roomFor([asked], 1), 'any');
  assert.equal(roomFor([asked, film], 1), 'express');
});

test('of what is in no haste so much halts as runs beyond the slots', () => {
  const [first, second] = [{ ...film }, { ...film }];
  assert.deepEqual(tooMany([first, second], 2), []);
  assert.deepEqual(tooMany([first, second, short], 2), [second]);
  assert.deepEqual(tooMany([first, short], 2), []);
  assert.deepEqual(tooMany([first, second, short, asked], 2), [first, second]);
  assert.deepEqual(tooMany([short, short, asked, asked, asked], 2), []);
});
