import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveSettings, toSettingsUrl } from './video-settings.ts';

const EDGE = 'https://play.example.com';

test('the address of a page leads to what it knows of its video, with its signature', () => {
  const base = 'https://a.test/';
  assert.equal(toSettingsUrl(`${EDGE}/watch/abc_1#top`, base), `${EDGE}/watch/abc_1?format=json`);
  const signed = `${EDGE}/embed/abc_1?x_a=1&player=p`;
  assert.equal(toSettingsUrl(signed, base), `${signed}&format=json`);
  for (const wrong of ['', 'abc_1', `${EDGE}/watch/`, `${EDGE}/streams/abc_1/a.m3u8`, 'http://']) {
    assert.equal(toSettingsUrl(wrong, EDGE), null, wrong);
  }
});

test('paths are taken as the edge’s own', () => {
  const options = { color: '#ff0000', logoUrl: '/player-pictures/l.webp' };
  const url = `${EDGE}/watch/a?format=json`;
  const resolved = resolveSettings(
    {
      src: '/streams/a/playlist.m3u8',
      'video-title': '/not/a/path',
      options: JSON.stringify(options),
      n: 1,
    },
    url,
  );
  assert.deepEqual(resolved, {
    src: `${EDGE}/streams/a/playlist.m3u8`,
    'video-title': '/not/a/path',
    options: JSON.stringify({ ...options, logoUrl: `${EDGE}/player-pictures/l.webp` }),
  });
  assert.deepEqual(resolveSettings(null, url), {});
});

test('an answer sets no attribute that is not the player’s', () => {
  const hostile = { onclick: 'alert(1)', style: 'x', id: 'x', 'video-title': 'A' };
  assert.deepEqual(resolveSettings(hostile, `${EDGE}/watch/a?format=json`), { 'video-title': 'A' });
});
