import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKey } from '@kinora/storage/keys';
import { isKeyLike, MAX_UPLOAD_BYTES, mayReplace, sourceKey } from './rules.ts';

test('the largest upload is that of the announced sizes, 1 TiB', () => {
  assert.equal(MAX_UPLOAD_BYTES, 2 ** 40);
});

test('a key of ours makes a key of storage', () => {
  for (const key of ['a', 'A_b-9', 'x'.repeat(64)]) {
    assert.ok(isKeyLike(key));
    assert.ok(isKey(sourceKey(key, key)), key);
  }
  for (const key of ['', '.', '..', 'a/b', 'a\u0000', 'ก', 'a b', 'x'.repeat(65)]) {
    assert.ok(!isKeyLike(key), key);
  }
});

test('an upload is replaced by its own account at once, by a colleague after a day without bytes', () => {
  const idleFor = (hours: number) => ({ accountId: 'anna', idleMs: hours * 3_600_000 });
  assert.ok(mayReplace(idleFor(0), 'anna'));
  assert.ok(!mayReplace(idleFor(0), 'boon'));
  assert.ok(!mayReplace(idleFor(23.9), 'boon'));
  assert.ok(mayReplace(idleFor(24), 'boon'));
});
