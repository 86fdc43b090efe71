import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyServerFailure } from '@kinora/contract/key-servers';
import { readKeyCause } from './key-problem.ts';

const cases: [detail: string, cause: ReturnType<typeof readKeyCause>][] = [
  ['timeout', { word: 'timeout' }],
  ['inactive', { word: 'inactive' }],
  ['no_server', { word: 'no_server' }],
  ['another_key', { word: 'another_key' }],
  ['status 403, 0 bytes', { word: 'status', status: 403 }],
  ['status 200, 15 bytes', { word: 'length', count: 15 }],
  ['', { word: 'other' }],
  ['something new', { word: 'other' }],
];
test('each failure of a key server has words of its own', () => {
  for (const word of KeyServerFailure.options) assert.deepEqual(readKeyCause(word), { word });
});

for (const [detail, cause] of cases) {
  test(`“${detail}” is said as ${cause.word}`, () => {
    assert.deepEqual(readKeyCause(detail), cause);
  });
}
