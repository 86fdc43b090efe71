import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_CHECK, findRulePlace, readCheckSearch, toInput, toRequestId } from './rules.ts';

test('what is empty is not sent, and a time is sent as a moment', () => {
  assert.deepEqual(toInput({ ...EMPTY_CHECK, url: ' https://a.test/watch/k ' }), {
    url: 'https://a.test/watch/k',
  });
  const at = '2026-11-24T07:30';
  const typed = { url: 'u', country: 'TH', ip: ' 203.0.113.7 ', referrer: 'https://b.test' };
  const whole = { ...typed, userAgent: ' Player/1.0 ', at };
  assert.deepEqual(toInput(whole), {
    url: 'u',
    country: 'TH',
    ip: '203.0.113.7',
    referrer: 'https://b.test',
    userAgent: 'Player/1.0',
    at: new Date(at).toISOString(),
  });
  assert.deepEqual(toInput({ ...EMPTY_CHECK, url: 'u', at: 'soon' }), { url: 'u' });
});

test('an id is taken as a mail has it', () => {
  for (const pasted of [
    'UFab_c-9',
    ' UFab_c-9\n',
    'UFab\n  _c-9',
    'Request ID: UFab_c-9',
    'รหัสคำขอ UFab_c-9',
  ]) {
    assert.equal(toRequestId(pasted), 'UFab_c-9', pasted);
  }
  const whole = 'K7QM2X9DPT4A.UFab_c-9';
  for (const pasted of [whole, `Request ID: ${whole}.`, `รหัสคำขอ K7QM2X9DPT4A.\n UFab_c-9`])
    assert.equal(toRequestId(pasted), whole, pasted);
  assert.equal(toRequestId(' '), '');
});

test('an address of another page is taken whole, or not at all', () => {
  assert.deepEqual(readCheckSearch({ url: 'https://a.test/watch/k' }), {
    url: 'https://a.test/watch/k',
  });
  for (const url of [undefined, 7, 'x'.repeat(10_000)])
    assert.deepEqual(readCheckSearch({ url }), {});
});

test('a rule leads to where it is set', () => {
  const channels = [
    { id: 'c1', defaultPlaybackDomain: 'localhost:8081', playbackDomains: [] },
    { id: 'c2', defaultPlaybackDomain: 'news.localhost:8081', playbackDomains: ['play.test'] },
  ];
  const place = (rule: 'signature' | 'website' | 'country' | 'found', url: string) =>
    findRulePlace(rule, url, channels);
  const watch = 'http://news.localhost:8081/watch/v1?t=3';
  assert.deepEqual(place('signature', watch), { kind: 'channel', id: 'c2' });
  assert.deepEqual(place('website', 'https://play.test/embed/v1'), { kind: 'channel', id: 'c2' });
  assert.deepEqual(place('country', watch), { kind: 'video', key: 'v1' });
  const playlist = 'http://localhost:8081/streams/v2/playlist.m3u8';
  assert.deepEqual(place('country', playlist), { kind: 'video', key: 'v2' });
  assert.equal(place('signature', 'https://other.test/watch/v1'), undefined);
  assert.equal(place('found', watch), undefined);
  assert.equal(place('country', 'no address'), undefined);
});
