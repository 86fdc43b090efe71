import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveEdgeToken, isEdge } from './edge-token.ts';

const key = '9f2c7e41b0a85d36e1f4c29a7b3d6058';

test('an edge is known by the token of its master key, and by its exact text', () => {
  const token = deriveEdgeToken(key);
  assert.equal(isEdge(`Bearer ${token}`, key), true);
  for (const other of [undefined, '', 'Bearer ', token, `bearer ${token}`, `Bearer ${token}=`]) {
    assert.equal(isEdge(other, key), false, other);
  }
  assert.equal(isEdge(`Bearer ${deriveEdgeToken(`${key}0`)}`, key), false);
});

test('the token gives nothing away of the master key', () => {
  assert.ok(!deriveEdgeToken(key).includes(key));
  assert.match(deriveEdgeToken(key), /^[A-Za-z0-9_-]{43}$/);
});
