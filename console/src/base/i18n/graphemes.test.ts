import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutGraphemes } from './graphemes.ts';

test('a cut never falls between a letter and its marks', () => {
  assert.equal(cutGraphemes('ที่นี่ไม่มีน้ำ', 2), 'ที่นี่ ...');
});

test('a text that fits is not cut', () => {
  assert.equal(cutGraphemes('ที่นี่', 2), 'ที่นี่');
});

test('a cut falls between words, and no dash or bracket hangs behind the last one', () => {
  const title = 'ข่าวภาคค่ำ น้ำท่วมเชียงใหม่ / แม่สาย';
  assert.equal(cutGraphemes(title, 20), 'ข่าวภาคค่ำ น้ำท่วมเชียงใหม่ ...');
  assert.equal(cutGraphemes('A very long English title', 20), 'A very long English ...');
  assert.equal(cutGraphemes('ตอนที่ 990 (ตอนจบของเรื่อง)', 12), 'ตอนที่ 990 ...');
});

test('a word longer than half of the room is cut, and no vowel is left alone', () => {
  assert.equal(cutGraphemes('a'.repeat(30), 20), `${'a'.repeat(20)} ...`);
  assert.equal(cutGraphemes('มกแมกแมกแ', 3), 'มก ...');
});
