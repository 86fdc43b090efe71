import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outOfRange } from './issue.ts';

test('a range holds its ends', () => {
  const codes = [1, 2, 3, 4, 5].map((value) =>
    outOfRange('field', value, { least: 2, most: 4 }).map(({ path, code, message }) => [
      ...[path, code, message],
    ]),
  );
  assert.deepEqual(codes, [
    [['field', 'too_small', 'At least 2']],
    ...[[], [], []],
    [['field', 'too_big', 'At most 4']],
  ]);
});
