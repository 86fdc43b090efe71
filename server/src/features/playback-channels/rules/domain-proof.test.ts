import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProof, getCheckPause, getProofs, isPublicSuffix, toRecords } from './domain-proof.ts';

const claim = {
  host: 'video.example.com',
  channelId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  defaultPlaybackDomain: 'news.play.example.org:8081',
};
const text = `kinora-channel=${claim.channelId}`;
const alias = 'news.play.example.org';

test('a domain is proven by a text that names its channel, or by an alias of its default domain', () => {
  assert.deepEqual(
    getProofs(claim).map(({ type, name, value }) => [type, name, value]),
    [
      ['TXT', '_kinora.video.example.com', text],
      ['CNAME', 'video.example.com', alias],
    ],
  );
  const none = { texts: [], alias: null };
  assert.equal(findProof(claim, none), null);
  assert.equal(findProof(claim, { ...none, texts: ['v=spf1 -all', ` ${text} `] }), 'txt');
  assert.equal(findProof(claim, { ...none, alias }), 'cname');
  assert.equal(findProof(claim, { texts: [text], alias }), 'txt');
  const others = [`${text}0`, text.toUpperCase(), 'kinora-channel=', `x${text}`];
  assert.equal(findProof(claim, { ...none, texts: others }), null);
  for (const other of ['play.example.org', `x.${alias}`, 'example.org'])
    assert.equal(findProof(claim, { ...none, alias: other }), null);
});

test('a default domain that is no name has no alias', () => {
  for (const defaultPlaybackDomain of ['localhost:8081', '192.0.2.1:8081', '[::1]:8081']) {
    const types = getProofs({ ...claim, defaultPlaybackDomain }).map(({ type }) => type);
    assert.deepEqual(types, ['TXT']);
  }
});

test('of what stands at a name so much is kept, the alias first', () => {
  const texts = Array.from({ length: 9 }, (_, n) => `${n}`.repeat(500));
  const records = toRecords(claim.host, { texts, alias: 'a.example.net' });
  assert.equal(records.length, 5);
  assert.deepEqual(records[0], { type: 'CNAME', name: claim.host, value: 'a.example.net' });
  assert.equal(records[1]?.value.length, 200);
});

test('names with other owners’ names below them can’t be owned', () => {
  const suffixes = ['com', 'co.th', 'go.th', 'github.io', 'xn--o3cw4h', 'blogspot.com', 'in.th'];
  for (const host of suffixes) assert.equal(isPublicSuffix(host), true, host);
  const names = [
    'example.com',
    'video.example.co.th',
    'me.github.io',
    'kinora.invalid',
    'a.localhost',
  ];
  for (const host of names) assert.equal(isPublicSuffix(host), false, host);
});

test('checks become rarer, and end after two weeks', () => {
  const hour = 3_600_000;
  const pauses = [0, hour - 1, hour, 24 * hour, 14 * 24 * hour - 1, 14 * 24 * hour];
  assert.deepEqual(pauses.map(getCheckPause), [60, 60, 600, 3600, 3600, null]);
});
