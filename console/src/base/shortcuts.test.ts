import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameKey } from './shortcuts.ts';

const nameTyped = (key: string, code: string, shiftKey = false) => nameKey({ key, code, shiftKey });

test('a letter is that of its key, whatever the keyboard writes with it', () => {
  // A Thai keyboard writes ่ with J, and ้ with H.
  assert.equal(nameTyped('่', 'KeyJ'), 'j');
  assert.equal(nameTyped('j', 'KeyJ'), 'j');
  // On Dvorak the letter counts, not its place.
  assert.equal(nameTyped('j', 'KeyC'), 'j');
  assert.equal(nameTyped('?', 'Slash'), '?');
  assert.equal(nameTyped('Escape', 'Escape'), 'Escape');
});

test('the search and the list of keys are where a Thai keyboard has them', () => {
  assert.equal(nameTyped('ฝ', 'Slash'), '/');
  assert.equal(nameTyped('ฦ', 'Slash', true), '?');
  assert.equal(nameTyped('/', 'Digit2'), '/');
});
