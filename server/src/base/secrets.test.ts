import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from './secrets.ts';

const key = '9f2c7e41b0a85d36e1f4c29a7b3d6058';
const secret = Buffer.from('0123456789abcdef');

test('a secret is opened where it was sealed, and nowhere else', () => {
  const sealed = seal(key, 'stream key a', secret);
  assert.ok(!sealed.includes(secret));
  assert.deepEqual(unseal(key, 'stream key a', sealed), secret);
  assert.throws(() => unseal(key, 'stream key b', sealed));
  assert.throws(() => unseal(`${key}0`, 'stream key a', sealed));
  assert.notDeepEqual(seal(key, 'stream key a', secret), sealed);
});

test('a changed byte is noticed wherever it is', () => {
  const sealed = seal(key, 'a', secret);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => unseal(key, 'a', changed));
  }
  assert.throws(() => unseal(key, 'a', sealed.subarray(0, 10)));
});
