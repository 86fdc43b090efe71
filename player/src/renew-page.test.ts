import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutdated } from './renew-page.ts';

const page = (src: string) => `<p>manifest.mpd</p><kinora-player src="${src}" lang="th">`;

test('a page is outdated where another server has the key, or the video is protected', () => {
  const own = "default-src 'none'; connect-src 'self'; img-src 'self' data:";
  assert.equal(isOutdated(own, page('/streams/v/playlist.m3u8')), false);
  assert.equal(isOutdated(null, page('/streams/v/playlist.m3u8')), false);
  const other = own.replace("connect-src 'self'", "connect-src 'self' https://keys.example");
  assert.equal(isOutdated(other, page('/streams/v/playlist.m3u8')), true);
  assert.equal(isOutdated(own, page('/streams/v/manifest.mpd')), true);
  assert.equal(isOutdated(own, page('/streams/v/manifest.mpd?x_key_id=a&amp;x_expires=1')), true);
});
