import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadedPlaylist } from './engine.ts';
import { findLicencePlaces } from './licence-places.ts';

const find = (format: LoadedPlaylist['format'], text: string) =>
  findLicencePlaces({
    format,
    text,
    url: 'https://play.test/streams/v/manifest.mpd?s=1',
    open: false,
    timing: { start: 0, first: 0, end: 0 },
  });

const protection = (uuid: string, content: string) =>
  `<ContentProtection schemeIdUri="urn:uuid:${uuid}" value="x">${content}</ContentProtection>`;
const laurl = (address: string) => `<dashif:Laurl licenseType="EME-1.0">${address}</dashif:Laurl>`;

test('a manifest says of each key system where its licences are', () => {
  const set = [
    '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cbcs"/>',
    protection('EDEF8BA9-79d6-4ace-a3c8-27dcd51d21ed', `<pssh/>${laurl('/w?a=1&amp;b=2')}`),
    protection('9a04f079-9840-4286-ab92-e65be0885f95', laurl(' https://drm.test/p ')),
    protection('e2719d58-a985-b3c9-781a-b030af78d30e', `\n${laurl('/c')}\n`),
    protection('00000000-9840-4286-ab92-e65be0885f95', laurl('/unknown')),
  ].join('');
  assert.deepEqual(find('dash', `<MPD>${set}${set.replaceAll('/w?', '/other?')}</MPD>`), {
    urls: {
      'com.widevine.alpha': 'https://play.test/w?a=1&b=2',
      'com.microsoft.playready': 'https://drm.test/p',
      'org.w3.clearkey': 'https://play.test/c',
    },
    certificateUrl: null,
  });
});

test('a manifest without addresses, or with none that is one, says nothing', () => {
  const widevine = 'edef8ba9-79d6-4ace-a3c8-27dcd51d21ed';
  for (const content of ['', laurl(' '), laurl('https://['), '<Laurl/>']) {
    assert.equal(find('dash', `<MPD>${protection(widevine, content)}</MPD>`), null, content);
  }
  assert.equal(find('dash', `<MPD>${laurl('/nobody’s')}</MPD>`), null);
});

test('a playlist says where licences and the certificate of FairPlay are', () => {
  const data = (name: string, value: string) =>
    `#EXT-X-SESSION-DATA:DATA-ID="kinora.fair-play.${name}",VALUE="${value}"\n`;
  const licence = data('licence', '/licenses/fair-play?video=v&s=1');
  const certificate = data('certificate', '/licenses/fair-play/certificate?video=v&s=1');
  assert.deepEqual(find('hls', `#EXTM3U\n${licence}${certificate}`), {
    urls: { 'com.apple.fps': 'https://play.test/licenses/fair-play?video=v&s=1' },
    certificateUrl: 'https://play.test/licenses/fair-play/certificate?video=v&s=1',
  });
  for (const text of ['#EXTM3U\n', `#EXTM3U\n${licence}`, `#EXTM3U\n${certificate}`]) {
    assert.equal(find('hls', text), null, text);
  }
});
