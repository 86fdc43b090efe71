import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickEngine } from './engine.ts';

test('native HLS is used only where Media Source Extensions are missing', () => {
  assert.equal(pickEngine({ MediaSource: Object, nativeHls: true }), 'mse');
  assert.equal(pickEngine({ ManagedMediaSource: Object, nativeHls: true }), 'mse');
  assert.equal(pickEngine({ nativeHls: true }), 'native');
  assert.equal(pickEngine({ nativeHls: false }), null);
});
