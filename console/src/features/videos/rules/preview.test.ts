import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlayerOptions } from '@kinora/contract/player-options';
import { getPreviewOptions, playsInPage } from './preview.ts';

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

test('the console plays with the look of a player, and without what counts viewers', () => {
  const options = PlayerOptions.parse({
    color: '#123456',
    logoUrl: 'https://a.test/logo.png',
    seekButtons: true,
    autoplayMode: 'on',
    adsEnabled: true,
    lighthouseEnabled: true,
  });
  const shown = getPreviewOptions(options);
  assert.deepEqual(
    [shown.color, shown.logoUrl, shown.seekButtons],
    ['#123456', 'https://a.test/logo.png', true],
  );
  assert.deepEqual(
    [shown.autoplayMode, shown.adsEnabled, shown.lighthouseEnabled],
    ['off', false, false],
  );
});
