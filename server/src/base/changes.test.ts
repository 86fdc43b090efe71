import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diff, HIDDEN } from './changes.ts';

test('a field that is another now is told as it was and as it is', () => {
  const before = { name: 'A', allow_country_codes: ['TH'], note: 'x', options: { a: [1] } };
  const after = { name: 'B', allow_country_codes: null, note: undefined, options: { a: [1] } };
  assert.deepEqual(diff(before, after), {
    name: ['A', 'B'],
    allowCountryCodes: [['TH'], null],
  });
});

test('a secret is told as changed and never shown', () => {
  const canary = (name: string) => Buffer.from(`canary ${name}`);
  const changes = diff(
    { sealed_key: canary('1'), token_hash: canary('2'), password: 'canary 3', certificate: null },
    {
      sealed_key: canary('4'),
      token_hash: null,
      password: 'canary 5',
      certificate: canary('6'),
      secret_header_name: 'X-Key',
    },
    ['password'],
  );
  assert.deepEqual(changes, {
    sealedKey: [HIDDEN, HIDDEN],
    tokenHash: [HIDDEN, null],
    password: [HIDDEN, HIDDEN],
    certificate: [null, HIDDEN],
    secretHeaderName: [null, 'X-Key'],
  });
});
