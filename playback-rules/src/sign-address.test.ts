import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { signAddress, signArkV2Address } from '@kinora/sign/sign-address';
import { judgeSigned as judge, TEST_KEY as KEY } from './test-signed.ts';

// The rules of the edge judge the signatures of the published package.
const PLAYLIST = 'https://play.test:8081/streams/vid1/playlist.m3u8';
const expiresAt = new Date(1_000_000);
const before = { atMs: 999_999 };
const arkV2 = { acceptsArkV2: true };

test('a signed address plays until its time, and no other does', () => {
  const signed = signAddress(PLAYLIST, KEY, { expiresAt });
  assert.equal(judge(signed, before), 'allowed');
  assert.equal(judge(signed, { atMs: 1_000_000 }), 'signature_expired');
  assert.equal(judge(PLAYLIST, before), 'signature_missing');
  const others = [
    signed.replace('vid1', 'vid2'),
    signed.replace(':8081', ''),
    signed.replace('playlist.m3u8', 'manifest.mpd'),
    signAddress(PLAYLIST, { ...KEY, keySecret: 'another' }, { expiresAt }),
  ];
  for (const other of others) assert.equal(judge(other, before), 'signature_invalid', other);
});

test('a prefix signs all below it and the pages of its video', () => {
  const pathPrefix = '/streams/vid1/';
  const paths = ['streams/vid1/manifest.mpd', 'streams/vid1/480p.mp4', 'embed/vid1', 'watch/vid1'];
  for (const path of paths) {
    const signed = signAddress(`https://play.test/${path}`, KEY, { expiresAt, pathPrefix });
    assert.equal(judge(signed, before), 'allowed', path);
    assert.equal(judge(signed.replace(path, 'streams/vid2/manifest.mpd')), 'signature_invalid');
  }
  const wide = signAddress(PLAYLIST, KEY, { expiresAt, pathPrefix: '/' });
  assert.equal(judge(wide, before), 'allowed');
});

test('an address keeps the rest of its query as it is', () => {
  const embed = 'https://play.test/embed/vid1?player=p%201&t=1m30s&lang=th';
  const signed = signAddress(embed, KEY, { expiresAt });
  assert.ok(signed.startsWith(`${embed}&x_key_id=k1&`), signed);
  assert.equal(judge(signed, before), 'allowed');
});

test('a host is signed as browsers send it', () => {
  const addresses = ['https://PLAY.test:443', 'http://play.test:80', 'https://วิดีโอ.ไทย'];
  for (const host of addresses) {
    const signed = signAddress(`${host}/streams/vid1/playlist.m3u8`, KEY, { expiresAt });
    assert.equal(judge(signed, before), 'allowed', host);
  }
});

test('a condition on the IP address lets in that address alone, however it is spelled', () => {
  const spellings = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
  ] as const;
  for (const [clientIp, address] of spellings) {
    const signed = signAddress(PLAYLIST, KEY, { expiresAt, clientIp });
    assert.equal(signed.includes(address), false);
    assert.equal(judge(signed, { ...before, address }), 'allowed', clientIp);
    assert.equal(judge(signed, { ...before, address: '203.0.113.8' }), 'signature_invalid');
  }
});

test('lists of countries let in and keep out', () => {
  const from = (country: string) => ({ ...before, findCountry: () => country });
  const allowed = signAddress(PLAYLIST, KEY, { expiresAt, geoAllow: ['TH', 'LA'] });
  assert.equal(judge(allowed, from('LA')), 'allowed');
  assert.equal(judge(allowed, from('DE')), 'country_blocked');
  const blocked = signAddress(PLAYLIST, KEY, {
    expiresAt,
    clientIp: '203.0.113.7',
    geoBlock: ['DE'],
    pathPrefix: '/streams/vid1/',
  });
  assert.equal(judge(blocked, from('TH')), 'allowed');
  assert.equal(judge(blocked, from('DE')), 'country_blocked');
  assert.equal(judge(allowed.replace('TH', 'DE'), from('DE')), 'signature_invalid');
});

test('the older form plays where the channel accepts it', () => {
  const all = {
    expiresAt,
    clientIp: '203.0.113.7',
    userAgent: 'Player/1.0 (ไทย)',
    pathPrefix: '/streams/vid1/',
  };
  const viewer = { ...before, userAgent: all.userAgent };
  for (const options of [{ expiresAt }, all]) {
    const signed = signArkV2Address(PLAYLIST, KEY, options);
    assert.equal(judge(signed, viewer, arkV2), 'allowed');
    assert.equal(judge(signed, viewer), 'signature_missing');
  }
  const signed = signArkV2Address(PLAYLIST, KEY, all);
  assert.equal(judge(signed, { ...viewer, userAgent: 'Other' }, arkV2), 'signature_invalid');
  assert.equal(judge(signed, { ...viewer, atMs: 1_000_000 }, arkV2), 'signature_expired');
});

test('what no edge would accept is refused while it is signed', () => {
  const refused = [
    () => signAddress('/streams/vid1/playlist.m3u8', KEY, { expiresAt }),
    () => signAddress(signAddress(PLAYLIST, KEY, { expiresAt }), KEY, { expiresAt }),
    () => signAddress(PLAYLIST, { ...KEY, keyId: 'k 1' }, { expiresAt }),
    () => signAddress(PLAYLIST, KEY, { expiresAt: new Date(Number.NaN) }),
    () => signAddress(PLAYLIST, KEY, { expiresAt: new Date(0) }),
    () => signAddress(PLAYLIST, KEY, { expiresAt, geoAllow: ['th'] }),
    () => signAddress(PLAYLIST, KEY, { expiresAt, geoBlock: [] }),
    () => signAddress(PLAYLIST, KEY, { expiresAt, clientIp: 'somebody' }),
    () => signAddress(PLAYLIST, KEY, { expiresAt, clientIp: '::g' }),
    ...['/streams/vid1', 'streams/', '/a/../', '/a%20/'].map(
      (pathPrefix) => () => signAddress(PLAYLIST, KEY, { expiresAt, pathPrefix }),
    ),
  ];
  for (const call of refused) assert.throws(call, TypeError, String(call));
  const uncovered = [
    [PLAYLIST, '/streams/vid2/'],
    ['https://play.test/embed/vid1', '/streams/'],
    ['https://play.test/watch/vid1', '/streams/vid2/'],
  ] as const;
  for (const [address, pathPrefix] of uncovered) {
    const call = () => signAddress(address, KEY, { expiresAt, pathPrefix });
    assert.throws(call, /does not lie below/, address);
  }
});

test('what is signed has the one spelling that is accepted, in both forms', () => {
  const ends = { expiresAt, pathPrefix: '/streams/vid1/', clientIp: '203.0.113.7' };
  const usual = signAddress(PLAYLIST, KEY, {
    ...ends,
    geoAllow: ['TH', 'LA'],
    geoBlock: ['LA', 'US'],
  });
  const older = signArkV2Address(PLAYLIST, KEY, { ...ends, userAgent: 'Test/1' });
  const toNames = (address: string) =>
    address
      .split(/[?&]/)
      .slice(1)
      .map((part) => part.replace(/=(?:[A-Za-z0-9_/-]|%2C)+$/, ''));
  const names = ['key_id', 'expires', 'path_prefix', 'client_ip', 'geo_allow', 'geo_block'];
  assert.deepEqual(
    toNames(usual),
    [...names, 'signature'].map((name) => `x_${name}`),
  );
  const olderNames = [
    'access_id',
    'auth_type',
    'expires',
    'path_prefix',
    'client_ip',
    'user_agent',
  ];
  assert.deepEqual(
    toNames(older),
    [...olderNames, 'signature'].map((name) => `x_ark_${name}`),
  );
  const viewer = { ...before, userAgent: 'Test/1', findCountry: () => 'TH' };
  assert.equal(judge(usual, viewer), 'allowed');
  assert.equal(judge(older, viewer, arkV2), 'allowed');
  for (const own of ['x_expires=1', 'x%5Fexpires=1', '%78_expires=1', '%78%5f'])
    assert.throws(() => signAddress(`${PLAYLIST}?${own}`, KEY, ends), TypeError, own);
});
