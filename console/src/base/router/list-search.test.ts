import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrom, readListSearch } from './list-search.ts';

test('a page that is no whole number above 0 is the first', () => {
  for (const page of [undefined, '', '0', '-1', '1.5', 'two', '100001', '1e9']) {
    assert.equal(readListSearch({ page }).page, 1, page);
  }
  assert.equal(readListSearch({ page: '12' }).page, 12);
});

test('a search is trimmed, and cut where the API would refuse it', () => {
  assert.equal(readListSearch({}).q, '');
  assert.equal(readListSearch({ q: 1 }).q, '');
  assert.equal(readListSearch({ q: ' ข่าว ' }).q, 'ข่าว');
  assert.equal(readListSearch({ q: 'a'.repeat(300) }).q.length, 200);
});

test('an empty origin is none', () => {
  assert.deepEqual(readFrom({ from: '' }), { from: undefined });
  assert.deepEqual(readFrom({ from: 'p1' }), { from: 'p1' });
});
