import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countGraphemes, cutGraphemes } from './graphemes.ts';

test('letters are counted as people see them', () => {
  assert.equal(countGraphemes('ที่นี่ไม่มีน้ำ'), 6);
  assert.equal(countGraphemes('👩‍👩‍👧'), 1);
  assert.equal(countGraphemes('e\u0301'), 1);
});

test('a cut never falls between a letter and its marks', () => {
  assert.equal(cutGraphemes('ที่นี่ไม่มีน้ำ', 2), 'ที่นี่ ...');
});

test('a text that fits is not cut', () => {
  assert.equal(cutGraphemes('ที่นี่', 2), 'ที่นี่');
});
