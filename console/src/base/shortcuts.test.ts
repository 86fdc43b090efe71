import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameKey } from './shortcuts.ts';

test('a letter is that of its key, whatever the keyboard writes with it', () => {
  // A Thai keyboard writes ่ with J, and ้ with H.
  assert.equal(nameKey({ key: '่', code: 'KeyJ' }), 'j');
  assert.equal(nameKey({ key: 'j', code: 'KeyJ' }), 'j');
  // On Dvorak the letter counts, not its place.
  assert.equal(nameKey({ key: 'j', code: 'KeyC' }), 'j');
  assert.equal(nameKey({ key: '?', code: 'Slash' }), '?');
  assert.equal(nameKey({ key: 'Escape', code: 'Escape' }), 'Escape');
});
