import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playsInPage } from './preview.ts';

test('only a stream whose key is a customer’s plays in a page of the edge', () => {
  for (const [previewUrl, expected] of [
    ['http://localhost:8081/page/abc?x_key_id=team', true],
    ['http://localhost:8081/files/abc/playlist.m3u8?x_key_id=team', false],
    ['http://localhost:8081/files/abc/manifest.mpd', false],
    ['/page/abc', false],
    [null, false],
  ] as const) {
    assert.equal(playsInPage({ previewUrl }), expected, String(previewUrl));
  }
});
