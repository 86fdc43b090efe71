import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAcceptedLanguage } from './language.ts';

test('the language is the most wanted that we have, English for people who want others, Thai for those who name none', () => {
  const cases: [string | null | undefined, 'th' | 'en'][] = [
    [undefined, 'th'],
    [null, 'th'],
    ['', 'th'],
    ['*', 'th'],
    ['fr', 'en'],
    ['fr-FR, de;q=0.9', 'en'],
    ['de, *;q=0.5', 'en'],
    ['th-TH', 'th'],
    ['fr, th;q=0.1', 'th'],
    ['en-GB,en;q=0.9,th;q=0.8', 'en'],
    ['en;q=0.3, TH-th;q=0.8', 'th'],
    ['en ; q=0.3 , th ; q=0.8', 'th'],
    ['th;q=0, fr', 'en'],
    ['en;q=0, *', 'th'],
    ['en;q=x', 'th'],
    ['eng', 'en'],
    ['constructor', 'th'],
    ['zh-Hant-TW', 'en'],
    ['\u0000;;;,,,=', 'th'],
  ];
  for (const [header, expected] of cases)
    assert.equal(parseAcceptedLanguage(header), expected, `${header}`);
});

test('a header without end is read to 500 characters', () => {
  assert.equal(parseAcceptedLanguage(`${'fr,'.repeat(200)}th`), 'en');
});
