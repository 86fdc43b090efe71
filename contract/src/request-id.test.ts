import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  getSealedPart,
  isSpokenAlone,
  SPOKEN_LETTERS,
  toSpokenId,
  toSpokenLetters,
} from './request-id.ts';

test('each byte is a letter that is taken for no other', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  assert.equal(new Set(toSpokenLetters(bytes)).size, 32);
  assert.doesNotMatch(toSpokenLetters(bytes), /[ILOU]/);
  assert.equal(toSpokenLetters(bytes.subarray(0, SPOKEN_LETTERS)).length, 12);
});

test('people read twelve letters of an id, and the rest is sealed', () => {
  assert.equal(toSpokenId('K7QM2X9DPT4A.Ab_-9'), 'K7QM-2X9D-PT4A');
  assert.equal(toSpokenId('K7QM2X9DPT4A'), 'K7QM-2X9D-PT4A');
  assert.equal(getSealedPart('K7QM2X9DPT4A.Ab_-9'), 'Ab_-9');
  assert.equal(getSealedPart('K7QM2X9DPT4A'), '');
});

test('ids of nginx and of the days before stay whole', () => {
  for (const id of ['82640569a36d49509fa058880f5323a7', 'UFab_c-9K7QM2X9DPT4A', '']) {
    assert.deepEqual([toSpokenId(id), getSealedPart(id)], [id, id]);
  }
});

test('letters that were heard are known however they are typed', () => {
  for (const typed of ['K7QM-2X9D-PT4A', 'k7qm 2x9d pt4a', 'K7QM2X9DPT4A'])
    assert.ok(isSpokenAlone(typed), typed);
  for (const typed of ['K7QM2X9DPT4A.Ab_-9', 'K7QM-2X9D', '']) assert.ok(!isSpokenAlone(typed));
});
