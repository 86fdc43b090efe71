import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chooseLanguage } from './language.ts';

test('the language is the one asked for where we have it, else the accepted one', () => {
  const cases: [string | null, string | undefined, string][] = [
    [null, undefined, 'th'],
    [null, 'fr', 'en'],
    ['en', 'th', 'en'],
    ['th', 'en', 'th'],
    ['fr', 'th', 'th'],
    ['constructor', 'en', 'en'],
  ];
  for (const [requested, accepted, expected] of cases) {
    assert.equal(chooseLanguage(requested, accepted), expected, `${requested} ${accepted}`);
  }
});
