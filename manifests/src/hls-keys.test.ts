import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { writeMediaPlaylist } from './hls.ts';
import { attributes, multivariant } from './test-playlists.ts';
import { cbcs, stream, video } from './test-stream.ts';

const AES = { method: 'aes-128', keyUri: 'https://keys.test/k?id=1&x="' } as const;

function linesOf(id: string, more: Parameters<typeof stream>[0]): string[] {
  return (writeMediaPlaylist(stream(more), id) ?? '').split('\n');
}

function keysOf(id: string, more: Parameters<typeof stream>[0]) {
  return linesOf(id, more)
    .filter((line) => line.startsWith('#EXT-X-KEY:'))
    .map(attributes);
}

test('RFC 8216 §4.3.2.4: with AES-128 the key stands after EXT-X-MAP, so that the init segment is clear', () => {
  for (const id of ['v720', 'a1']) {
    const lines = linesOf(id, { encryption: AES });
    const at = (tag: string) => lines.findIndex((line) => line.startsWith(tag));
    assert.ok(at('#EXT-X-MAP') < at('#EXT-X-KEY') && at('#EXT-X-KEY') < at('#EXTINF'));
    assert.deepEqual(keysOf(id, { encryption: AES }), [
      { METHOD: 'AES-128', URI: '"https://keys.test/k?id=1&x=\'"' },
    ]);
  }
});

test('RFC 8216 §5.2: without an IV it is the media sequence number, which counts from 1 as the files do', () => {
  const lines = linesOf('v720', { encryption: AES });
  assert.ok(lines.includes('#EXT-X-MEDIA-SEQUENCE:1'));
  assert.equal(
    lines.find((line) => line.endsWith('.m4s')),
    'v720/1.m4s',
  );
});

test('RFC 8216 §4.3.2.4: cbcs is SAMPLE-AES with one tag per key format, of the systems that are listed', () => {
  const encryption = cbcs(['fairplay', 'widevine', 'playready']);
  const keys = keysOf('v720', { encryption });
  assert.deepEqual(
    keys.map(({ METHOD, KEYFORMAT, KEYFORMATVERSIONS, KEYID, IV }) => ({
      METHOD,
      KEYFORMAT,
      KEYFORMATVERSIONS,
      KEYID,
      IV,
    })),
    [
      'com.apple.streamingkeydelivery',
      'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
      'com.microsoft.playready',
    ].map((format) => ({
      METHOD: 'SAMPLE-AES',
      KEYFORMAT: `"${format}"`,
      KEYFORMATVERSIONS: '"1"',
      KEYID: '0x11111111222233334444555555555555',
      IV: '0x0123456789abcdef0123456789abcdef',
    })),
  );
  assert.equal(keys[0]?.URI, '"skd://11111111222233334444555555555555"');
  assert.equal(keysOf('v720', { encryption: cbcs(['widevine']) }).length, 1);
});

test('Widevine is given its whole box and PlayReady what is in its box', () => {
  const [widevine, playready] = keysOf('a1', { encryption: cbcs(['widevine', 'playready']) });
  const bytes = (uri = '') => Buffer.from(uri.slice(uri.indexOf('base64,') + 7, -1), 'base64');
  assert.equal(bytes(widevine?.URI).toString('latin1', 4, 8), 'pssh');
  assert.equal(bytes(playready?.URI).toString('latin1'), 'playready audio');
});

test('a system without the box that it needs is not offered', () => {
  const encryption = { ...cbcs(['widevine', 'playready', 'fairplay']), pssh: [] };
  const formats = keysOf('v720', { encryption }).map(({ KEYFORMAT }) => KEYFORMAT);
  assert.deepEqual(formats, ['"com.apple.streamingkeydelivery"']);
});

test('ClearKey names its key in the address, as hls.js reads it', () => {
  const [key] = keysOf('v720', { encryption: cbcs(['clearkey']) });
  assert.equal(key?.KEYFORMAT, '"org.w3.clearkey"');
  const [, id = ''] = /^"data:application\/octet-stream;base64,(.*)"$/.exec(key?.URI ?? '') ?? [];
  assert.equal(Buffer.from(id, 'base64').toString('hex'), '11111111222233334444555555555555');
});

test('each kind of track has its own key, and one that is clear has none', () => {
  const encryption = { ...cbcs(['fairplay']), audioKeyId: null };
  assert.equal(keysOf('v720', { encryption }).length, 1);
  assert.deepEqual(keysOf('a1', { encryption }), []);
  assert.deepEqual(keysOf('v720', { encryption: null }), []);
});

test('RFC 8216 §4.3.4.5: the session keys are those of the media playlists, each once; AES-128 has none', () => {
  const encryption = cbcs(['fairplay', 'widevine']);
  const session = (more: Parameters<typeof multivariant>[0]) =>
    multivariant(more).filter((line) => line.startsWith('#EXT-X-SESSION-KEY:'));
  const media = ['v720', 'a1'].flatMap((id) =>
    linesOf(id, { encryption }).filter((line) => line.startsWith('#EXT-X-KEY:')),
  );
  assert.deepEqual(
    session({ encryption }).map((line) => line.replace('SESSION-', '')),
    media,
  );
  const oneKey = {
    ...encryption,
    audioKeyId: encryption.videoKeyId,
    systems: ['fairplay' as const],
  };
  assert.equal(session({ encryption: oneKey }).length, 1);
  assert.deepEqual(session({ encryption: AES }), []);
});

test('RFC 8216 §4.3.4.4: the multivariant playlist says where licences of FairPlay are, and of nothing else', () => {
  const told = (encryption: ReturnType<typeof cbcs> | null) =>
    multivariant({ encryption }).filter((line) => line.startsWith('#EXT-X-SESSION-DATA:'));
  assert.deepEqual(told(cbcs(['widevine', 'fairplay'])), [
    '#EXT-X-SESSION-DATA:DATA-ID="kinora.fair-play.licence",VALUE="/licenses/fair-play?video=vid1"',
    '#EXT-X-SESSION-DATA:DATA-ID="kinora.fair-play.certificate",VALUE="/licenses/fair-play/certificate?video=vid1"',
  ]);
  assert.deepEqual(told(cbcs(['widevine', 'clearkey'])), []);
  assert.deepEqual(told(null), []);
});

test('each playlist has the key of its own rendition, and the session has all of them', () => {
  const [sd, hd] = ['5d'.repeat(16), 'bd'.repeat(16)];
  const encryption = cbcs(['fairplay', 'widevine']);
  const pssh = [{ system: 'widevine' as const, kind: 'video' as const, keyId: sd, data: 'U0Q=' }];
  const more = {
    encryption: { ...encryption, pssh },
    video: [video(720, 2_300_000, { keyId: hd }), video(360, 800_000, { keyId: sd })],
  };
  const idsOf = (id: string) => keysOf(id, more).map(({ KEYID, URI }) => [KEYID, URI]);
  // The only Widevine box is that of the other key.
  assert.deepEqual(idsOf('v720'), [[`0x${hd}`, `"skd://${hd}"`]]);
  assert.deepEqual(idsOf('v360'), [
    [`0x${sd}`, `"skd://${sd}"`],
    [`0x${sd}`, '"data:text/plain;base64,U0Q="'],
  ]);
  const session = multivariant(more).filter((line) => line.startsWith('#EXT-X-SESSION-KEY:'));
  assert.equal(session.length, 4);
});
