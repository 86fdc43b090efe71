import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isGuessable } from './guessable.ts';

const email = 'malee.s@acme.co.th';

const guessable: Record<string, string[]> = {
  'a common one': ['password', 'Letmein!', 'iloveyou', 'starwars', 'รหัสผ่าน', 'Kinora2026'],
  'a common one with little around': ['iloveyou1', 'Summer2026', 'Summer2026!', '123monkey'],
  'a common one in another spelling': ['P@ssw0rd', 'pass word', 'PASS-WORD', 'ｐａｓｓｗｏｒｄ'],
  'of few characters': ['aaaaaaaa', 'abababab', '12121212', '1234'.repeat(10)],
  'a run': [
    '12345678',
    'abcdefgh',
    '87654321',
    'qwertyuiop',
    'asdfghjkl',
    'abcd1234',
    '12345abcde',
  ],
  'a repetition': ['passwordpassword', 'x9$Kx9$K', '0123456789abcdef0123456789abcdef'],
  'the own address': [email, 'malee.s2026', 'Malee2026!', 'acme.co.th', 'acme12345'],
};

for (const [kind, secrets] of Object.entries(guessable)) {
  test(`${kind} is guessable`, () => {
    assert.deepEqual(
      secrets.filter((secret) => !isGuessable(secret, email)),
      [],
    );
  });
}

test('sentences and random secrets are not', () => {
  const good = [
    'a long enough one',
    '8 chars!',
    'xK9$2qLw',
    'ข้าวเหนียวมะม่วง 3 จาน',
    'three malee words',
  ];
  assert.deepEqual(
    good.filter((secret) => isGuessable(secret, email)),
    [],
  );
  for (let n = 0; n < 1000; n += 1) {
    for (const key of [randomBytes(16).toString('hex'), randomBytes(24).toString('base64')]) {
      assert.ok(!isGuessable(key), key);
    }
  }
});

test('another’s address is none of one’s own', () => {
  assert.ok(isGuessable('somchai77x', 'somchai@acme.co.th'));
  assert.ok(!isGuessable('somchai77x', email));
});
