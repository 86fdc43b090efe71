import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getImageVersion, createImageKey } from './rules.ts';

test('each picture has a place of its own, and the place has its version', () => {
  const key = createImageKey('o1', Buffer.from('a'));
  assert.match(key, /^overlays\/o1\/[0-9a-f]{32}\.png$/);
  assert.notEqual(createImageKey('o1', Buffer.from('b')), key);
  assert.equal(`overlays/o1/${getImageVersion(key)}.png`, key);
});
