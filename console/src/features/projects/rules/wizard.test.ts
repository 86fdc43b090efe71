import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkKey, correctKey, findStep, suggestKey } from './wizard.ts';

test('a key is suggested from the Latin part of a name', () => {
  assert.equal(suggestKey('Evening News 2026'), 'evening-news-2026');
  assert.equal(suggestKey('  Café & Crème!  '), 'cafe-creme');
  assert.equal(suggestKey('Kid’s Straße'), 'kids-strasse');
  assert.equal(suggestKey('ข่าวค่ำ Siam TV'), 'siam-tv');
});

test('a name whose Latin part tells too little gives a key in Latin letters', () => {
  assert.equal(suggestKey('ข่าวภาคค่ำ'), 'khaophakhkham');
  assert.equal(suggestKey('ข่าวปี 2569'), 'khaopi-2569');
  assert.equal(suggestKey('เพลง TV'), 'phleng-tv');
  assert.equal(suggestKey('ก'), '');
  assert.equal(suggestKey('2569'), '');
});

test('a suggested key can always be sent, however long the name', () => {
  const key = suggestKey(`${'a'.repeat(39)} b${'c'.repeat(80)}`);
  assert.equal(key, 'a'.repeat(39));
  assert.equal(checkKey(key), undefined);
});

test('capitals and blanks of a typed key are put right', () => {
  assert.equal(correctKey('Evening  News'), 'evening-news');
});

test('a key has at least 3 of a-z, 0-9 and hyphens', () => {
  assert.equal(checkKey(''), 'required');
  assert.equal(checkKey('ab'), 'keyInvalid');
  assert.equal(checkKey('a_b'), 'keyInvalid');
  assert.equal(checkKey('ข่าวค่ำ'), 'keyInvalid');
  assert.equal(checkKey('abc'), undefined);
  assert.equal(checkKey('7-days'), undefined);
});

test('a key has at most 40 characters', () => {
  assert.equal(checkKey('a'.repeat(40)), undefined);
  assert.equal(checkKey('a'.repeat(41)), 'keyTooLong');
});

test('refused fields lead to the first step that asks for one of them', () => {
  const steps = ['details', 'preset', 'geoblockRule'] as const;
  assert.equal(findStep(steps, ['geoblockRuleId', 'key']), 0);
  assert.equal(findStep(steps, ['presetId']), 1);
  assert.equal(findStep(steps, ['hosting']), undefined);
  assert.equal(findStep(steps, ['team']), undefined);
});
