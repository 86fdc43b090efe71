import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCommandKey, nameKey } from './shortcuts.ts';

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

test('a command is its key with Ctrl, on a Mac with ⌘, whatever the keyboard writes', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const k = { ...none, key: 'k', code: 'KeyK' };
  const isOpened = (pressed: object, onMac: boolean) =>
    isCommandKey({ ...k, ...pressed }, 'k', onMac);
  assert.equal(isOpened({ ctrlKey: true }, false), true);
  assert.equal(isOpened({ ctrlKey: true, key: 'า' }, false), true);
  assert.equal(isOpened({ metaKey: true }, true), true);
  // On a Mac Ctrl and K delete the rest of a line.
  assert.equal(isOpened({ ctrlKey: true }, true), false);
  assert.equal(isOpened({ metaKey: true }, false), false);
  assert.equal(isOpened({ ctrlKey: true, shiftKey: true }, false), false);
  assert.equal(isOpened({}, false), false);
});
