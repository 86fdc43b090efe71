import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from './language.ts';

test('the first wanted language that the player speaks wins', () => {
  assert.equal(chooseLanguage(['en-GB', 'th']), 'en');
  assert.equal(chooseLanguage([null, undefined, '', 'ja', 'TH-th', 'en']), 'th');
});

test('English is spoken to those who want neither, Thai to those who say nothing', () => {
  assert.equal(chooseLanguage(['ja', 'thai', 'english']), 'en');
  assert.equal(chooseLanguage([]), 'th');
  assert.equal(chooseLanguage([null, undefined, '']), 'th');
});
