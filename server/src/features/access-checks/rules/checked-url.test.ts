import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCheckedUrl } from './checked-url.ts';

const place = { host: 'play.example.com:8081', videoPath: '/streams/abc_1/' };
const BASE = 'http://play.example.com:8081';

test('addresses of a video’s pages, playlists and files are read as they stand', () => {
  assert.deepEqual(parseCheckedUrl(`${BASE}/watch/abc_1?x_a=%41#t`), {
    videoKey: 'abc_1',
    address: '/watch/abc_1?x_a=%41',
    place: { ...place, folder: null, isMain: false, listedBy: [] },
  });
  const playlist = parseCheckedUrl(`${BASE}/streams/abc_1/playlist.m3u8`);
  assert.deepEqual(playlist?.place, { ...place, folder: null, isMain: true, listedBy: [] });
  const segment = parseCheckedUrl(`${BASE}/streams/abc_1/rev1/v360/1.m4s?x=1`);
  const lists = ['v360.m3u8', 'v360-iframes.m3u8'].map((name) => `/streams/abc_1/rev1/${name}`);
  assert.deepEqual(segment?.place, { ...place, folder: 'rev1', isMain: false, listedBy: lists });
  assert.equal(parseCheckedUrl('HTTPS://Play.Example.com/embed/k')?.place.host, 'play.example.com');
});

test('what is no address of a video is none', () => {
  for (const url of [
    '',
    'abc',
    '/watch/abc',
    `${BASE}/`,
    `${BASE}/watch/`,
    `${BASE}/watch/a/b`,
    `${BASE}/streams/abc`,
    `${BASE}/streams/abc/`,
    `${BASE}/oembed?url=1`,
    'ftp://a/watch/k',
    // An edge knows no such files.
    `${BASE}/streams/abc/playlist.m3u`,
    `${BASE}/streams/abc/rev1/v360/01.m4s`,
    `${BASE}/watch/a%62c`,
    `${BASE}//watch/abc`,
    `${BASE}/streams/../watch/abc`,
  ]) {
    assert.equal(parseCheckedUrl(url), null, url);
  }
});
