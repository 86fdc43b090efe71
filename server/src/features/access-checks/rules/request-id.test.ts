import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccessRule } from '@kinora/contract/access-checks';
import { MAX_SEALED_LETTERS } from '@kinora/contract/bounds';
import { EDGE_REASON_NAMES } from '@kinora/contract/edge-reasons';
import { RULE_NAMES, type Verdict } from '@kinora/playback-rules/judge-playback';
import type { RefusedRequest } from '@kinora/playback-rules/refused-request';
import { MAX_REQUEST_ID_DAYS, openRefusal, sealRefusal as trySeal } from './request-id.ts';

const KEY = '9f2c7e41b0a85d36e1f4c29a7b3d6058';
const DAY_MS = 86_400_000;
const AT_MS = Date.parse('2026-11-24T07:30:00.123Z');

const verdicts: Verdict[] = RULE_NAMES.map((rule) => {
  if (rule === 'signature') return { rule, verdict: 'allowed', reason: null };
  if (rule === 'website') return { rule, verdict: 'refused', reason: 'website_blocked' };
  return { rule, verdict: 'notApplicable', reason: null };
});

const refused = (more: Partial<RefusedRequest> = {}): RefusedRequest => ({
  atMs: AT_MS,
  status: 403,
  reason: 'website_blocked',
  verdicts,
  isOfTeam: false,
  teamId: '018f3c5e-0000-7000-8000-00000000abcd',
  host: 'play.example.com',
  path: '/streams/018f3c5e00/playlist.m3u8',
  address: '203.0.113.7',
  country: 'TH',
  referrer: 'https://school.example',
  query: 'x_key_id=k1&x_expires=1800000000',
  ...more,
});

function sealRefusal(key: string, request: RefusedRequest): string {
  return trySeal(key, request) ?? assert.fail('too long');
}

test('the letters that can be read out stand before what is sealed, and open nothing alone', () => {
  const id = sealRefusal(KEY, refused());
  assert.ok(openRefusal(KEY, `K7QM2X9DPT4A.${id}`, AT_MS));
  assert.ok(openRefusal(KEY, id, AT_MS), 'one of the days before');
  assert.equal(openRefusal(KEY, 'K7QM2X9DPT4A', AT_MS), null);
});

test('a country that could not be told is sealed as that', () => {
  const unknown = refused({
    status: 451,
    reason: 'country_unknown',
    verdicts: verdicts.map((one) =>
      one.rule === 'country' ? { ...one, verdict: 'refused', reason: 'country_unknown' } : one,
    ),
  });
  const opened = openRefusal(KEY, sealRefusal(KEY, unknown), AT_MS);
  assert.deepEqual(opened, { ...unknown, isViewerKnown: true });
});

test('what is sealed is opened again, and no two ids are the same', () => {
  const id = sealRefusal(KEY, refused());
  assert.deepEqual(openRefusal(KEY, id, AT_MS), { ...refused(), isViewerKnown: true });
  assert.notEqual(sealRefusal(KEY, refused()), id);
  const failed = refused({ reason: null, status: 503, isOfTeam: true });
  const opened = openRefusal(KEY, sealRefusal(KEY, failed), AT_MS);
  assert.deepEqual(opened, { ...failed, isViewerKnown: false });
});

test('rules have the names of the contract', () => {
  assert.deepEqual(RULE_NAMES, AccessRule.options);
});

test('nothing can be read in an id', () => {
  const bytes = Buffer.from(sealRefusal(KEY, refused()), 'base64url');
  // Two letters stand in random bytes once in some 300 ids.
  for (const text of ['203.0.113', 'play.example', 'school', 'streams', 'blocked']) {
    assert.ok(!bytes.includes(text), text);
  }
});

test('an id opens for seven days', () => {
  const id = sealRefusal(KEY, refused());
  const ends = AT_MS + MAX_REQUEST_ID_DAYS * DAY_MS;
  assert.ok(openRefusal(KEY, id, ends));
  assert.equal(openRefusal(KEY, id, ends + 1), null);
  assert.equal(openRefusal(KEY, id, ends + 400 * DAY_MS), null);
  // The clock of an edge may be ahead.
  assert.ok(openRefusal(KEY, id, AT_MS - 60_000));
});

test('a changed letter, another key, another spelling and made-up ids open nothing', () => {
  const id = sealRefusal(KEY, refused());
  assert.equal(openRefusal(`${KEY}0`, id, AT_MS), null);
  for (let at = 0; at < id.length; at += 1) {
    const changed = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`;
    assert.equal(openRefusal(KEY, changed, AT_MS), null, `letter ${at}`);
  }
  for (const other of [
    `${id}=`,
    `${id}A`,
    ` ${id}`,
    id.slice(0, -1),
    id.slice(1),
    `${id}${id}`,
    '',
    'a',
    'AAAA',
    '_'.repeat(400),
    '/../etc',
    'รหัสคำขอ',
    id.replace(/^./, '+'),
  ]) {
    assert.equal(openRefusal(KEY, other, AT_MS), null, other);
  }
});

test('an id is never too long: what counts least is left out', () => {
  const long = refused({ query: `x_geo_allow=${'TH,'.repeat(60)}`, referrer: 'https://a.example' });
  const id = sealRefusal(KEY, long);
  assert.ok(id.length <= MAX_SEALED_LETTERS);
  assert.deepEqual(openRefusal(KEY, id, AT_MS), { ...long, query: '', isViewerKnown: true });
  const host = `${'a'.repeat(60)}.example.com`;
  const referrer = `https://${'b'.repeat(60)}.example`;
  const longer = refused({ host, referrer, query: '' });
  const opened = openRefusal(KEY, sealRefusal(KEY, longer), AT_MS);
  assert.deepEqual([opened?.host, opened?.address], [host, '203.0.113.7']);
  // Otherwise a website that isn't there would be judged.
  assert.deepEqual([opened?.referrer, opened?.isViewerKnown], [null, false]);
  assert.equal(trySeal(KEY, refused({ host: `${'a.'.repeat(125)}com` })), null);
});

test('reasons keep their places, by which ids of the days before are read', () => {
  const placed =
    'signature_missing signature_invalid signature_expired website_blocked country_blocked ' +
    'video_not_found video_deleted video_not_ready video_failed license_token_missing ' +
    'license_token_invalid license_token_expired license_not_covered output_not_protected ' +
    'license_streams_exceeded license_service_failed country_unknown';
  const names = placed.split(' ');
  assert.deepEqual(EDGE_REASON_NAMES.slice(0, names.length), names);
});
