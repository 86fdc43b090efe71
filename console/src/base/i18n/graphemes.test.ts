import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutGraphemes } from './graphemes.ts';

test('a cut never falls between a letter and its marks', () => {
  assert.equal(cutGraphemes('ที่นี่ไม่มีน้ำ', 2), 'ที่นี่ ...');
});

test('a text that fits is not cut', () => {
  assert.equal(cutGraphemes('ที่นี่', 2), 'ที่นี่');
});
