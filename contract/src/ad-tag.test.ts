import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAdTag } from './ad-tag.ts';
import { MAX_AD_TAG_LETTERS } from './bounds.ts';

const check = (text: string) => checkAdTag(text, { isRequired: true });

test('an ad tag is https at a host with a name, and keeps its macros', () => {
  for (const tag of [
    'https://ads.example.com/vast',
    'https://ads.example.com:8443/vast?cb=[CACHEBUSTING]&t=%%TIMESTAMP%%&url=https://a.example/',
    'https://โฆษณา.example/tag',
    'HTTPS://ADS.EXAMPLE.COM/',
  ]) {
    assert.equal(check(tag), null, tag);
  }
});

test('an ad tag that leads inside, or is no address, is refused', () => {
  for (const tag of [
    'http://ads.example.com/',
    'ftp://ads.example.com/',
    '//ads.example.com/',
    'ads.example.com',
    'https://localhost/',
    'https://localhost./',
    'https://ads.localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1./',
    'https://192.168.0.1/',
    'https://printer.local/',
    'https://db.internal/',
    'https://nas.home.arpa./',
    'https://user:pass@ads.example.com/',
    'https://ads.example.com@127.0.0.1/',
    'javascript:alert(1)//https://ads.example.com',
    'data:text/xml,<VAST/>',
    'https://ads.example.com/ onload=x',
    'https://ads.example.com/"><script>',
    'https://',
  ]) {
    assert.equal(check(tag), 'invalid_ad_tag', tag);
  }
});

test('an ad tag is required where ads are on, and has so many letters', () => {
  assert.equal(check(''), 'required');
  assert.equal(checkAdTag('', { isRequired: false }), null);
  const base = 'https://ads.example.com/?';
  assert.equal(check(base.padEnd(MAX_AD_TAG_LETTERS, 'x')), null);
  assert.equal(check(base.padEnd(MAX_AD_TAG_LETTERS + 1, 'x')), 'too_long');
});
