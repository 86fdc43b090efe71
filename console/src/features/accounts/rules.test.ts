import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_LETTERS } from '@kinora/contract/bounds';
import { checkPassword, toSafeNext } from './rules.ts';

test('a path of this console is where one goes after signing in', () => {
  assert.equal(toSafeNext('/siam-tv/projects?q=a#b'), '/siam-tv/projects?q=a#b');
});

test('an address that could be another site leads home', () => {
  const others = [
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/a\\b',
    'javascript:alert(1)',
    ' /a',
  ];
  for (const next of others) assert.equal(toSafeNext(next), '/', String(next));
});

test('signing in does not lead back to the sign-in pages', () => {
  assert.equal(toSafeNext('/accounts/sign-in?next=/x'), '/');
  assert.equal(toSafeNext('/accounts/invitation/../sign-in'), '/');
});

test('an invitation goes on after signing in', () => {
  const next = '/accounts/invitation?token=knr_inv_a';
  assert.equal(toSafeNext(next), next);
});

test('a new password is long enough and typed twice alike', () => {
  const long = 'ก'.repeat(PASSWORD_LETTERS.min);
  const problem = (newPassword: string, again: string) => checkPassword({ newPassword, again });
  assert.equal(problem('ก'.repeat(PASSWORD_LETTERS.min - 1), ''), 'tooShort');
  assert.equal(problem(long, `${long}x`), 'mismatch');
  assert.equal(problem(long, long), undefined);
});
