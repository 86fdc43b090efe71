import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseDomain, normaliseWebsite } from './domain-names.ts';

test('a domain has one spelling', () => {
  const same = [
    ['video.example.com', 'video.example.com'],
    [' Video.Example.COM. ', 'video.example.com'],
    ['วิดีโอ.example.com', 'xn--l3c1bt0ag2f.example.com'],
    ['ｖideo.example.com', 'video.example.com'],
    ['a-1.xn--o3cw4h', 'a-1.xn--o3cw4h'],
  ] as const;
  for (const [typed, host] of same) {
    const found = normaliseDomain(typed);
    assert.equal(found, host);
    assert.equal(normaliseDomain(found), found, 'its own spelling');
  }
});

test('what is no domain is refused', () => {
  const wrong = [
    '',
    '.',
    'localhost',
    'com',
    'example..com',
    '-a.example.com',
    'a-.example.com',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '1.2.3',
    '[::1]',
    '::1',
    '192.168.0.1.',
    '１２７.0.0.1',
    'http://example.com',
    'example.com/path',
    'example.com:8080',
    'user@example.com',
    'exa mple.com',
    'example.com?x',
    'example.com#x',
    '*.example.com',
    'a_b.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}com`,
    'ex%61mple.com',
    'a\u0000.com',
    'example.123',
    '\u202eexample.com',
  ];
  for (const typed of wrong) assert.equal(normaliseDomain(typed), null, typed);
});

test('a website is a domain, all names below one, or this machine', () => {
  assert.equal(normaliseWebsite('*.Example.com'), '*.example.com');
  assert.equal(normaliseWebsite('example.com'), 'example.com');
  assert.equal(normaliseWebsite('localhost'), 'localhost');
  for (const typed of ['*', '*.', '*.com', 'a.*.example.com', '*example.com', '*.127.0.0.1']) {
    assert.equal(normaliseWebsite(typed), null, typed);
  }
});
