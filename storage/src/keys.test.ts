import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { sep } from 'node:path';
import { it } from 'node:test';
import { checkPrefix, isKey, joinKey } from './keys.ts';

const ROOT = '/srv/kinora';

it('takes the keys that the product makes', () => {
  for (const key of [
    'published/channels/localhost_8081.json',
    'published/channels/[__1]_8081.json',
    'published/videos/Ab-3_x.json',
    'videos/0a/init-v1.mp4',
    'a',
    `${'a'.repeat(200)}/${'b'.repeat(200)}`,
    `${'a'.repeat(199)}/`.repeat(4).slice(0, -1) + 'b',
  ]) {
    assert.ok(isKey(key), key);
    assert.equal(joinKey(ROOT, key), `${ROOT}/${key}`);
  }
});

it('refuses every spelling of a way out', () => {
  for (const key of [
    '',
    '/',
    '.',
    '..',
    './a',
    'a/.',
    'a/..',
    'a/../b',
    '../../etc/passwd',
    '/etc/passwd',
    'a//b',
    '//a',
    'a/',
    'a\\..\\b',
    '..\\a',
    'C:\\a',
    'C:a',
    'a\0',
    'a\0/b',
    'a\nb',
    'a b',
    '%2e%2e/a',
    'a%2fb',
    'a%00',
    '..%c0%af',
    '\u2025/a',
    '\uff0e\uff0e/a',
    'a\u2215b',
    '~x/é',
    '.tmp/x',
    '.appending/x',
    'a/.hidden',
    'a'.repeat(201),
    `${'a'.repeat(199)}/`.repeat(4) + 'b',
    'a!b',
    'a*',
    '\ud800',
    'a\u202eb',
    'a;b',
    'a|b',
    'a?b',
    'a#b',
    'a&b',
    '$HOME',
    '`a`',
    "a'b",
    'a"b',
  ]) {
    assert.equal(isKey(key), false, JSON.stringify(key));
    assert.throws(() => joinKey(ROOT, key), { kind: 'invalid_key' });
  }
});

it('never joins any text to a path outside the root or to a name of its own', () => {
  const parts = ['..', '.', '/', '//', '\\', '\0', '%2e', '%2f', '%5c', '\u0000', 'é', '\ud800'];
  const alphabet = [...parts, 'a', 'b', '-', '_', '~', ':', ' ', '\u2024', '\uff0f', '.a', 'a.'];
  let taken = 0;
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from(
      { length: randomInt(1, 7) },
      () => alphabet[randomInt(alphabet.length)] ?? '',
    ).join('');
    if (!isKey(text)) {
      assert.throws(() => joinKey(ROOT, text), { kind: 'invalid_key' });
      continue;
    }
    taken++;
    const path = joinKey(ROOT, text);
    // Exactly the segments of the text, each a plain name: nothing was normalised away.
    assert.equal(path, `${ROOT}${sep}${text}`);
    assert.doesNotMatch(path, /\/\.|\/\/|\\|\0|%/, JSON.stringify(text));
  }
  assert.ok(taken > 100, 'the alphabet makes keys too');
});

it('reads a prefix as whole segments', () => {
  assert.equal(checkPrefix(''), '');
  assert.equal(checkPrefix('a/b'), 'a/b/');
  assert.equal(checkPrefix('a/b/'), 'a/b/');
  for (const prefix of ['/', 'a//', '..', 'a/..', '.tmp']) {
    assert.throws(() => checkPrefix(prefix), { kind: 'invalid_key' });
  }
});
