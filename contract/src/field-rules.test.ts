import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRange, checkText, countGraphemes } from './field-rules.ts';

test('a range holds its ends', () => {
  const problems = [1, 2, 3, 4, 5].map((value) => checkRange(value, { min: 2, max: 4 }));
  const [below, above] = [
    { code: 'too_small', min: 2 },
    { code: 'too_big', max: 4 },
  ];
  assert.deepEqual(problems, [below, undefined, undefined, undefined, above]);
});

test('letters are counted as people count them', () => {
  assert.equal(countGraphemes('ที่นี่ไม่มีน้ำ'), 6);
  assert.equal(countGraphemes('👩‍👩‍👧'), 1);
  assert.equal(countGraphemes('e\u0301'), 1);
  for (const text of ['ที่นี่ไม่มีน้ำ', 'Ǻé각뢴ö̲', `a${'\u0301\u0316'.repeat(50)}`]) {
    assert.equal(countGraphemes(text.normalize('NFD')), countGraphemes(text.normalize('NFC')));
  }
});

test('a text keeps to its fewest and most letters, and an empty one is refused only where letters are required', () => {
  assert.deepEqual(checkText('', { min: 3, max: 5 }), { code: 'required', count: 0 });
  assert.deepEqual(checkText('ที่นี่', { min: 3 }), { code: 'too_short', count: 3 });
  assert.equal(checkText('ที่นี่มี', { min: 3, max: 3 }), undefined);
  assert.deepEqual(checkText('ที่นี่มีน้ำ', { max: 3 }), { code: 'too_long', count: 3 });
  assert.equal(checkText('', { max: 3 }), undefined);
});
