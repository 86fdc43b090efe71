import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editProblem } from './edit-rules.ts';

test('blanks do not fill a required field', () => {
  assert.deepEqual(editProblem('  ', { required: true, least: 3 }), { code: 'required', count: 0 });
  assert.equal(editProblem('', { least: 3 }), undefined);
});

test('lengths are counted by letter, not by code unit', () => {
  assert.deepEqual(editProblem('ที่นี่', { least: 3 }), { code: 'tooShort', count: 3 });
  assert.equal(editProblem('ที่นี่มี', { least: 3, most: 3 }), undefined);
  assert.deepEqual(editProblem('ที่นี่มีน้ำ', { most: 3 }), { code: 'tooLong', count: 3 });
});
