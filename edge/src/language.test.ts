import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chooseLanguage } from './language.ts';

test('the language is the one asked for, else the most wanted that we have, else Thai', () => {
  const cases: [string | null, string | undefined, string][] = [
    [null, undefined, 'th'],
    [null, '', 'th'],
    [null, 'fr-FR, de;q=0.9', 'th'],
    [null, 'en-GB,en;q=0.9,th;q=0.8', 'en'],
    [null, 'en;q=0.3, TH-th;q=0.8', 'th'],
    [null, 'en;q=0, *', 'th'],
    [null, 'en;q=x', 'th'],
    [null, 'eng', 'th'],
    ['en', 'th', 'en'],
    ['th', 'en', 'th'],
    ['fr', 'en', 'en'],
    ['constructor', 'en', 'en'],
  ];
  for (const [asked, accepted, expected] of cases) {
    assert.equal(chooseLanguage(asked, accepted), expected, `${asked} ${accepted}`);
  }
});
