import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickEngine } from './pick-engine.ts';

const HLS = { format: 'hls', isProtected: false } as const;

test('native HLS is used only where Media Source Extensions are missing', () => {
  assert.equal(pickEngine({ ...HLS, MediaSource: Object, nativeHls: true }), 'hls');
  assert.equal(pickEngine({ ...HLS, ManagedMediaSource: Object, nativeHls: true }), 'hls');
  assert.equal(pickEngine({ ...HLS, nativeHls: true }), 'native');
  assert.equal(pickEngine({ ...HLS, nativeHls: false }), null);
});

test('DASH and protected streams are for Shaka Player, and never for native HLS', () => {
  const here = { MediaSource: Object, nativeHls: true };
  assert.equal(pickEngine({ ...here, format: 'dash', isProtected: false }), 'shaka');
  assert.equal(pickEngine({ ...here, format: 'hls', isProtected: true }), 'shaka');
  assert.equal(pickEngine({ nativeHls: true, format: 'dash', isProtected: false }), null);
  assert.equal(pickEngine({ nativeHls: true, format: 'hls', isProtected: true }), null);
});
